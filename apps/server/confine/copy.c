/*
 * An addon for Node.js: makes the process that loads it a template. Whoever starts with a document gets a copy of it (fork),
 * which has loaded and compiled everything already: a thirtieth of what a start of Node.js costs. The template itself never
 * sees a document, and does nothing else once it has begun.
 *
 *   serve(3)    returns in each copy, which has descriptors 0, 2 and 3 of whoever asked; never in the template
 *   bound(ms)   ends a copy once it has taken so much of the processor from now on
 *   end(code)   ends a copy: what Node.js waits for before it ends are threads that a copy does not have
 *
 * Between the two stands a process that waits for the copy, ends it when whoever asked is gone, and tells how it ended.
 * Node.js's headers are not needed: what is used of Node-API and libuv is declared here, as their documentation gives it.
 */
#include "walls.h"

#include <linux/capability.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
extern int napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *);
extern int napi_get_cb_info(napi_env, napi_callback_info, size_t *, napi_value *, napi_value *, void **);
extern int napi_get_value_int32(napi_env, napi_value, int32_t *);
extern int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
extern int napi_throw_error(napi_env, const char *, const char *);
struct uv_loop_s;
extern struct uv_loop_s *uv_default_loop(void);
extern int uv_loop_fork(struct uv_loop_s *);

/* Of both architectures; and where the memory of programs ends, at most. */
#define LARGEST_PAGE 65536
#if defined(__x86_64__)
#define END_OF_MEMORY ((uintptr_t)1 << 47)
#else
#define END_OF_MEMORY ((uintptr_t)1 << 48)
#endif

/*
 * V8 marks its memory as not to be copied, because programs that are started do not need it. Copies do. The list of what is
 * mapped is out of reach (/proc), but the kernel passes over what is not; where it refuses, it is the kernel's own, and
 * what lies around that is done in halves.
 */
static void let_memory_be_copied(uintptr_t start, uintptr_t length) {
  if (madvise((void *)start, length, MADV_DOFORK) == 0 || errno != EINVAL) return;
  uintptr_t half = length / 2 & ~(uintptr_t)(LARGEST_PAGE - 1);
  if (half == 0) return;
  let_memory_be_copied(start, half);
  let_memory_be_copied(start + half, length - half);
}

/* The descriptors of the next one who asks: 1; 0 at the end of the channel; -1 for a message that holds none. */
static int receive(int channel, int *passed) {
  char octet;
  struct iovec data = {.iov_base = &octet, .iov_len = 1};
  union {
    struct cmsghdr header;
    char octets[CMSG_SPACE(PASSED * sizeof(int))];
  } control;
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t length;
  while ((length = recvmsg(channel, &message, MSG_CMSG_CLOEXEC)) < 0) {
    struct pollfd readable = {.fd = channel, .events = POLLIN};
    if (errno == EAGAIN) poll(&readable, 1, -1);
    else if (errno != EINTR) return 0;
  }
  if (length == 0) return 0;
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  if (!rights || rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS) return -1;
  size_t count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  memcpy(passed, CMSG_DATA(rights), count * sizeof(int));
  if (count == PASSED) return 1;
  /* Of a full table some are left out. */
  for (size_t i = 0; i < count; i++) close(passed[i]);
  return -1;
}

/* Waits for the copy, and ends it as soon as nobody waits for it any more. */
static void watch(pid_t copy, int ending) {
  int status = 0;
  int end = (int)syscall(PIDFD_OPEN, copy, 0);
  struct pollfd either[] = {{.fd = ending, .events = POLLIN}, {.fd = end, .events = POLLIN}};
  while (end >= 0 && poll(either, 2, -1) < 0 && errno == EINTR) continue;
  if (end < 0 || either[0].revents != 0) kill(copy, SIGKILL);
  while (waitpid(copy, &status, 0) < 0 && errno == EINTR) continue;
  send(ending, &status, sizeof status, MSG_NOSIGNAL);
  _exit(0);
}

/* A copy signals nobody outside its own domain, where Landlock knows of signals: not other copies either. */
static void leave_other_copies(void) {
  struct ruleset scopes = {.scopes = 3};
  if (landlock_version() < 6) return;
  int ruleset = (int)syscall(CREATE_RULESET, &scopes, sizeof scopes, 0);
  if (ruleset < 0 || syscall(RESTRICT_SELF, ruleset, 0) != 0) fail("Landlock");
  close(ruleset);
}

/* Whether capabilities could be dropped: the filter of a service around may refuse it, as the one of our own unit does. */
static int can_drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct own[2];
  return syscall(SYS_capget, &header, own) == 0 && syscall(SYS_capset, &header, own) == 0;
}

/* What a namespace of users gave, its own or the template's. */
static void drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct own[2], none[2] = {{0}};
  if (syscall(SYS_capget, &header, own) != 0) fail("capabilities");
  if ((own[0].permitted | own[1].permitted) != 0 && syscall(SYS_capset, &header, none) != 0) fail("capabilities");
}

/*
 * What the template has open is nobody else's: its other threads wait for events on theirs, and act on what they read.
 * Each number stays taken, by what gives and takes nothing, because libuv closes the numbers that it knows before it
 * opens new ones for the copy.
 */
static void give_up_descriptors(const int *passed) {
  for (int descriptor = 3; descriptor < MOST_DESCRIPTORS; descriptor++) {
    int is_passed = is_among(descriptor, passed, PASSED);
    if (!is_passed && fcntl(descriptor, F_GETFD) >= 0 && dup2(0, descriptor) < 0) fail("descriptors");
  }
}

static void put(int descriptor, int place) {
  if (dup2(descriptor, place) < 0) fail("descriptors");
  close(descriptor);
}

/* Returns in the copy alone, behind all its walls. */
static void become_copy(const int *passed, pid_t template) {
  signal(SIGCHLD, SIG_DFL);
  /* Namespaces are left out where they are not to be had, as for any other child, or would bring what stays. */
  int apart = can_drop_capabilities() && unshare(CLONE_NEWUSER | CLONE_NEWIPC | CLONE_NEWPID) == 0;
  end_with_parent();
  if (getppid() != template) _exit(FAILED);
  give_up_descriptors(passed);
  pid_t between = getpid();
  pid_t copy = fork();
  if (copy < 0) _exit(FAILED);
  if (copy > 0) {
    drop_capabilities();
    put(passed[ENDING], 0);
    syscall(CLOSE_RANGE, 1, ~0U, 0);
    watch(copy, 0);
  }
  end_with_parent();
  /* Across namespaces nobody has a parent: there the end of the first process is the end of all. */
  if (!apart && getppid() != between) _exit(FAILED);
  close(passed[ENDING]);
  /* What it prints goes nowhere: the template's own input is nowhere, too. */
  if (dup2(0, 1) < 0) fail("descriptors");
  put(passed[INPUT], 0);
  put(passed[ERRORS], 2);
  put(passed[ANSWERS], 3);
  if (uv_loop_fork(uv_default_loop()) != 0) fail("the event loop");
  if (apart && landlock_version() >= 2) limit(RLIMIT_NPROC, MOST_THREADS);
  drop_capabilities();
  leave_other_copies();
  filter_calls(getpid());
}

static napi_value serve(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  int32_t channel = -1;
  int passed[PASSED];
  if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) != 0 || count != 1 ||
      napi_get_value_int32(env, argument, &channel) != 0 || channel != 3) {
    napi_throw_error(env, NULL, "serve takes descriptor 3");
    return NULL;
  }
  let_memory_be_copied(LARGEST_PAGE, END_OF_MEMORY - 2 * LARGEST_PAGE);
  /* Those between it and its copies are waited for by the kernel. */
  signal(SIGCHLD, SIG_IGN);
  pid_t template = getpid();
  for (int received; (received = receive(channel, passed)) != 0;) {
    if (received < 0) continue;
    pid_t between = fork();
    if (between == 0) {
      become_copy(passed, template);
      return NULL;
    }
    for (int i = 0; i < PASSED; i++) close(passed[i]);
  }
  _exit(0);
}

/* What whoever reads how a copy ended (process.ts) knows this by. */
#define OUT_OF_TIME 75

/* The first process of a namespace takes no signal that it does not handle, not even its own timer's. */
static void end_out_of_time(int signal) {
  (void)signal;
  _exit(OUT_OF_TIME);
}

static napi_value bound(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  int32_t ms = 0;
  if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) != 0 || count != 1 ||
      napi_get_value_int32(env, argument, &ms) != 0 || ms <= 0) {
    napi_throw_error(env, NULL, "bound takes milliseconds");
    return NULL;
  }
  struct itimerval once = {.it_value = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000}};
  if (signal(SIGPROF, end_out_of_time) == SIG_ERR || setitimer(ITIMER_PROF, &once, NULL) != 0) fail("a timer");
  return NULL;
}

static napi_value end(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  int32_t code = FAILED;
  if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) == 0 && count == 1)
    napi_get_value_int32(env, argument, &code);
  _exit(code);
}

static void add(napi_env env, napi_value exports, const char *name, napi_callback callback) {
  napi_value function;
  if (napi_create_function(env, name, (size_t)-1, callback, NULL, &function) == 0)
    napi_set_named_property(env, exports, name, function);
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  add(env, exports, "serve", serve);
  add(env, exports, "bound", bound);
  add(env, exports, "end", end);
  return exports;
}
