/*
 * Runs a program that may compute, read what it is given, and do nothing else. Linux only.
 *
 *   confine [--read PATH]... [--execute PATH]... [--data BYTES] [--template yes] -- PROGRAM [ARGUMENT]...
 *   confine --copy      asks the template at descriptor 4 for a copy that has this program's descriptors 0, 2 and 3, and
 *                       ends as that ends; whoever kills this program ends the copy
 *   confine --check     says what this kernel offers, such as `landlock=7 seccomp=yes namespaces=yes`, and its own source
 *
 * In this order, so that nothing that is given up is needed later: an end with the parent, limits, namespaces (user,
 * network, IPC, mounts, processes), no new privileges, Landlock for files, network and signals, and a seccomp filter. A kernel
 * without Landlock or seccomp ends it with status 71; namespaces that are not to be had are left out, because
 * containers refuse them and the filter covers the same ground. A template's filter lets it start what is copied from
 * it (copy.c); it reads no document, and puts the whole filter before each copy.
 */
#include "walls.h"

#include <poll.h>
#include <sys/mount.h>
#include <sys/socket.h>

/* The SHA-256 of these sources, by which a program of earlier ones is known. */
#ifndef SOURCE
#define SOURCE "unknown"
#endif

#define MOST_PATHS 32
/* Of a template and all its copies: each has its own bound of MOST_THREADS, where it has its own namespace. */
#define MOST_TASKS_OF_COPIES 4096

/* Everything that a version knows of files: none of it is allowed but by a rule. */
static uint64_t file_rights(int version) {
  if (version >= 5) return (1ULL << 16) - 1; /* and ioctl on devices */
  if (version >= 3) return (1ULL << 15) - 1; /* and truncate */
  if (version >= 2) return (1ULL << 14) - 1; /* and moving between folders */
  return (1ULL << 13) - 1;
}

static void allow(int ruleset, const char *path, uint64_t rights) {
  int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) {
    if (errno == ENOENT) return;
    fail(path);
  }
  struct beneath rule = {.allowed = rights, .parent = parent};
  if (syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) != 0) {
    /* A single file takes no right of folders. */
    rule.allowed &= ~READ_DIR;
    if (syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) != 0) fail(path);
  }
  close(parent);
}

/* What every dynamically linked program needs before its first line. */
static const char *const LIBRARIES[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", NULL};

static void confine_files(int version, char *const *readable, char *const *executable) {
  struct ruleset rights = {.files = file_rights(version)};
  size_t size = sizeof rights.files;
  if (version >= 4) {
    rights.network = 3; /* bind and connect */
    size = offsetof(struct ruleset, scopes);
  }
  if (version >= 6) {
    rights.scopes = 3; /* abstract sockets and signals */
    size = sizeof rights;
  }
  int ruleset = (int)syscall(CREATE_RULESET, &rights, size, 0);
  if (ruleset < 0) fail("Landlock");
  for (int i = 0; LIBRARIES[i]; i++) allow(ruleset, LIBRARIES[i], READ_FILE | EXECUTE);
  allow(ruleset, "/etc/ld.so.cache", READ_FILE);
  allow(ruleset, "/dev/null", READ_FILE);
  for (int i = 0; readable[i]; i++) allow(ruleset, readable[i], READ_FILE | READ_DIR);
  for (int i = 0; executable[i]; i++) allow(ruleset, executable[i], READ_FILE | EXECUTE);
  if (syscall(RESTRICT_SELF, ruleset, 0) != 0) fail("Landlock");
  close(ruleset);
}

/* Ends as another process did. */
static void end_as(int status) {
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    /* The first process of a namespace survives that; shells tell of a signal so. */
    exit(128 + WTERMSIG(status));
  }
  exit(WIFEXITED(status) ? WEXITSTATUS(status) : FAILED);
}

/*
 * Goes on as a child of its own, such as the first process of a new namespace; who started it waits for its end and ends
 * the same way, or says so. What that child leaves behind is waited for too.
 */
static void go_on_as_child(void) {
  pid_t child = fork();
  if (child < 0) fail("a process");
  if (child == 0) {
    end_with_parent();
    return;
  }
  /* What it inherited is the child's now: else a pipe would stay open behind the child's back. */
  close(0);
  close(1);
  syscall(CLOSE_RANGE, 3, ~0U, 0);
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(-1, &status, 0)) != child)
    if (ended < 0 && errno != EINTR) fail("waiting");
  end_as(status);
}

/* Where it cannot be written no namespaces can be made below this one, and copies do without them. */
static void write_map(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t written = write(file, text, strlen(text));
  (void)written;
  close(file);
}

static void write_own_map(const char *path, unsigned id) {
  char line[64];
  snprintf(line, sizeof line, "%u %u 1", id, id);
  write_map(path, line);
}

/*
 * All of them or none. Who looks for other processes by their names in /proc finds an empty folder, where mounting is
 * allowed; where it is not, Landlock keeps /proc from being read all the same.
 */
static int enter_namespaces(int with_more_below) {
  uid_t user = getuid();
  gid_t group = getgid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS | CLONE_NEWPID) != 0) return 0;
  /* Who has no name in a namespace may not make another below it, and has no capabilities after execve either. */
  if (with_more_below) {
    write_map("/proc/self/setgroups", "deny");
    write_own_map("/proc/self/uid_map", user);
    write_own_map("/proc/self/gid_map", group);
  }
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
    mount("none", "/proc", "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=4k");
  return 1;
}

/* The descriptor of the channel to the template. */
#define TEMPLATE 4

static int ask_for_copy(void) {
  end_with_parent();
  limit(RLIMIT_CORE, 1);
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) fail("a socket");
  int passed[PASSED] = {[INPUT] = 0, [ERRORS] = 2, [ANSWERS] = 3, [ENDING] = pair[1]};
  char octet = 0;
  struct iovec data = {.iov_base = &octet, .iov_len = 1};
  union {
    struct cmsghdr header;
    char octets[CMSG_SPACE(sizeof passed)];
  } control = {0};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof passed);
  memcpy(CMSG_DATA(rights), passed, sizeof passed);
  struct pollfd writable = {.fd = TEMPLATE, .events = POLLOUT};
  while (sendmsg(TEMPLATE, &message, MSG_NOSIGNAL) < 0) {
    if (errno == EAGAIN) poll(&writable, 1, -1);
    else if (errno != EINTR) fail("the template");
  }
  close(pair[1]);
  for (int descriptor = 0; descriptor <= TEMPLATE; descriptor++) close(descriptor);
  int status = 0;
  ssize_t told;
  while ((told = read(pair[0], &status, sizeof status)) < 0)
    if (errno != EINTR) return FAILED;
  /* Nobody is left to tell: the template was killed, and its copies with it, or could not start one. */
  if (told != sizeof status) status = SIGKILL;
  end_as(status);
  return FAILED;
}

/*
 * What a template may do that its copies may not: start one, in namespaces of its own, and look for its end. Whatever libuv
 * prepares for itself in the template (io_uring) its copies must be allowed to use.
 */
static void filter_template(void) {
  const struct sock_filter head[] = {KNOWN_NUMBERS};
  const int allowed[] = {SYS_unshare, SYS_capset, PIDFD_OPEN};
  filter_after(head, COUNT(head), allowed, COUNT(allowed));
}

static int check(void) {
  int version = landlock_version();
  int seccomp = prctl(PR_GET_SECCOMP) >= 0;
  printf("landlock=%d seccomp=%s namespaces=%s source=%s\n", version, seccomp ? "yes" : "no",
         enter_namespaces(0) ? "yes" : "no", SOURCE);
  return version > 0 && seccomp ? 0 : FAILED;
}

int main(int count, char **arguments) {
  char *readable[MOST_PATHS + 1] = {0}, *executable[MOST_PATHS + 1] = {0};
  int reads = 0, executes = 0, at = 1;
  rlim_t data = RLIM_INFINITY;
  int template = 0;
  if (count == 2 && strcmp(arguments[1], "--check") == 0) return check();
  if (count == 2 && strcmp(arguments[1], "--copy") == 0) return ask_for_copy();
  for (; at + 1 < count && strcmp(arguments[at], "--") != 0; at += 2) {
    const char *option = arguments[at];
    char *value = arguments[at + 1];
    if (strcmp(option, "--read") == 0 && reads < MOST_PATHS) readable[reads++] = value;
    else if (strcmp(option, "--execute") == 0 && executes < MOST_PATHS) executable[executes++] = value;
    else if (strcmp(option, "--data") == 0) data = strtoull(value, NULL, 10);
    else if (strcmp(option, "--template") == 0) template = strcmp(value, "yes") == 0;
    else break;
  }
  if (at + 1 >= count || strcmp(arguments[at], "--") != 0) {
    fprintf(stderr, "confine: cannot read its arguments at %s\n", at < count ? arguments[at] : "their end");
    return FAILED;
  }
  char **program = arguments + at + 1;
  end_with_parent();
  /* What whoever started the service left open is not for the program. */
  syscall(CLOSE_RANGE, 4, ~0U, 0);
  /* Not 0: that still hands the memory to a program that the system's core_pattern names. */
  limit(RLIMIT_CORE, 1);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, MOST_DESCRIPTORS);
  limit(RLIMIT_DATA, data);
  int version = landlock_version();
  if (version == 0) fail("Landlock");
  if (enter_namespaces(template)) {
    /* Counted in its own namespace, where kernels do (Linux 5.14; 5.19 has the second Landlock): else they are all of the
       service's user, and what it has already would leave none. */
    if (version >= 2) limit(RLIMIT_NPROC, template ? MOST_TASKS_OF_COPIES : MOST_THREADS);
    go_on_as_child();
    /* OpenSSL knows a copy by its number, which is 1 in the copy's own namespace: not the template's as well. */
    if (template) go_on_as_child();
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("privileges");
  confine_files(version, readable, executable);
  if (template) filter_template();
  else filter_calls(getpid());
  execv(program[0], program);
  fail(program[0]);
}
