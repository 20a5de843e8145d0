/*
 * Runs a program that may compute, read what it is given, and do nothing else. Linux only.
 *
 *   confine [--read PATH]... [--execute PATH]... [--data BYTES] -- PROGRAM [ARGUMENT]...
 *   confine --check     says what this kernel offers, such as `landlock=7 seccomp=yes namespaces=yes`, and its own source
 *
 * In this order, so that nothing that is given up is needed later: an end with the parent, limits, namespaces (user,
 * network, IPC, mounts, processes), no new privileges, Landlock for files, network and signals, and a seccomp filter. A kernel
 * without Landlock or seccomp ends it with status 71; namespaces that are not to be had are left out, because
 * containers refuse them and the filter covers the same ground.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The SHA-256 of this file, by which a program of an earlier version is known. */
#ifndef SOURCE
#define SOURCE "unknown"
#endif

#define FAILED 71
#define MOST_PATHS 32
/* Sockets and pipes keep octets in the kernel, which no limit of memory counts. */
#define MOST_DESCRIPTORS 256
/* Node.js has about twelve. The service may have so many tasks in all, and needs some to start the next child. */
#define MOST_THREADS 64

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "confine knows the system calls of x86-64 and of 64-bit ARM only"
#endif

/* Landlock as its documentation gives it; the headers of older distributions lack what newer kernels have. */
struct ruleset {
  uint64_t files, network, scopes;
};
struct beneath {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION_FLAG = 1, PATH_BENEATH = 1 };
#define EXECUTE (1ULL << 0)
#define READ_FILE (1ULL << 2)
#define READ_DIR (1ULL << 3)

static void fail(const char *what) {
  fprintf(stderr, "confine: %s: %s\n", what, strerror(errno));
  exit(FAILED);
}

static int landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
  return version < 0 ? 0 : (int)version;
}

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

/* System calls that are refused whatever they are given: numbers of one architecture are left out on another. */
static const int REFUSED[] = {
    /* the network, whose namespace a container may not allow */
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept4, SYS_accept,
    /* other processes */
    SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_kcmp, SYS_setpriority, SYS_ioprio_set, SYS_sched_setparam, SYS_sched_setscheduler, SYS_sched_setattr,
    SYS_sched_setaffinity, SYS_setpgid, SYS_setsid,
    /* identities: whoever changes one is forgotten by the end with the parent */
    SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid, SYS_setfsuid, SYS_setfsgid,
    SYS_setgroups, SYS_capset,
    /* other processes, by a descriptor */
    434 /* pidfd_open */, 424 /* pidfd_send_signal */, 438 /* pidfd_getfd */, 440 /* process_madvise */,
    /* what files are, beside their contents: Landlock does not reach it */
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_truncate, SYS_name_to_handle_at, SYS_open_by_handle_at,
    SYS_fanotify_init, SYS_fanotify_mark, SYS_inotify_add_watch, 452 /* fchmodat2 */, 463 /* setxattrat */,
    466 /* removexattrat */,
    /* memory and queues that processes share */
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop,
    SYS_semctl, SYS_semtimedop, SYS_mq_open, SYS_mq_unlink,
    /* the ways in which kernels are attacked from inside */
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_bpf, SYS_perf_event_open,
    SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_kexec_file_load, SYS_personality, SYS_quotactl, SYS_acct, SYS_swapon, SYS_swapoff,
    SYS_reboot, SYS_syslog, 425 /* io_uring_setup */, 426, 427, 428 /* open_tree */, 429 /* move_mount */,
    430 /* fsopen */, 431, 432, 433 /* fspick */, 442 /* mount_setattr */, 467 /* open_tree_attr */,
#if defined(__x86_64__)
    SYS_fork, SYS_vfork, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
    SYS_modify_ldt, SYS_iopl, SYS_ioperm,
#endif
};
#define COUNT(list) (sizeof(list) / sizeof *(list))

#define NUMBER offsetof(struct seccomp_data, nr)
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))
#define LOAD(at) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (at))
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, (what))
/* Skips the next so many instructions unless the value is equal, or has a bit. */
#define UNLESS_EQUAL(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (skipped))
#define UNLESS_BIT(bit, skipped) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bit), 0, (skipped))
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define ONLY_WITH_FIRST(call, argument) \
  UNLESS_EQUAL(call, 4), LOAD(ARGUMENT(0)), UNLESS_EQUAL(argument, 1), ALLOW, REFUSE
/* Refuses one value of an argument: its call has to be known already, and the argument loaded. */
#define NOT(value) UNLESS_EQUAL(value, 1), REFUSE

static void filter_calls(pid_t self) {
  const struct sock_filter head[] = {
      LOAD(offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(NUMBER),
#if defined(__x86_64__)
      /* The x32 numbers, under which the same calls stand once more. */
      UNLESS_BIT(0x40000000, 1),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
#endif
      /* The C library falls back to clone, whose flags a filter can read. */
      UNLESS_EQUAL(SYS_clone3, 1),
      ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      /* Threads only. */
      UNLESS_EQUAL(SYS_clone, 4),
      LOAD(ARGUMENT(0)),
      UNLESS_BIT(CLONE_THREAD, 1),
      ALLOW,
      REFUSE,
      /* A process may end itself, and read and lower its own limits. */
      ONLY_WITH_FIRST(SYS_kill, self),
      ONLY_WITH_FIRST(SYS_tgkill, self),
      ONLY_WITH_FIRST(SYS_prlimit64, 0),
      /* It does not take back its end with the parent: whoever outlived it would be bounded by nothing. */
      UNLESS_EQUAL(SYS_prctl, 4),
      LOAD(ARGUMENT(0)),
      NOT(PR_SET_PDEATHSIG),
      ALLOW,
      /* A descriptor sends a signal to its owner, whom Landlock keeps apart since Linux 6.12 only; leases make others
         wait, and larger pipes hold memory that is not counted. */
      UNLESS_EQUAL(SYS_fcntl, 14),
      LOAD(ARGUMENT(1)),
      NOT(F_SETOWN),
      NOT(F_SETOWN_EX),
      NOT(F_SETSIG),
      NOT(F_SETLEASE),
      NOT(F_NOTIFY),
      NOT(F_SETPIPE_SZ),
      ALLOW,
      UNLESS_EQUAL(SYS_ioctl, 6),
      LOAD(ARGUMENT(1)),
      NOT(FIOSETOWN),
      NOT(SIOCSPGRP),
      ALLOW,
      /* RLIMIT_DATA counts neither memory to be shared nor stacks. */
      UNLESS_EQUAL(SYS_mmap, 7),
      LOAD(ARGUMENT(3)),
      UNLESS_BIT(MAP_GROWSDOWN, 1),
      REFUSE,
      UNLESS_BIT(MAP_SHARED, 2),
      UNLESS_BIT(MAP_ANONYMOUS, 1),
      REFUSE,
      ALLOW,
  };
  struct sock_filter program[COUNT(head) + 2 * COUNT(REFUSED) + 1];
  size_t length = COUNT(head);
  memcpy(program, head, sizeof head);
  for (size_t i = 0; i < COUNT(REFUSED); i++) {
    program[length++] = (struct sock_filter)UNLESS_EQUAL(REFUSED[i], 1);
    program[length++] = (struct sock_filter)REFUSE;
  }
  program[length++] = (struct sock_filter)ALLOW;
  struct sock_fprog filter = {.len = (unsigned short)length, .filter = program};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) != 0) fail("seccomp");
}

static void limit(int resource, rlim_t most) {
  struct rlimit both;
  if (getrlimit(resource, &both) != 0) fail("limits");
  /* Nobody raises a limit that was lower before. */
  if (both.rlim_max > most) both.rlim_max = most;
  both.rlim_cur = both.rlim_max;
  if (setrlimit(resource, &both) != 0) fail("limits");
}

static void end_with_parent(void) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("an end with the parent");
}

/* The first process of a namespace of its own; who started it waits for its end and ends the same way. */
static void become_first(void) {
  pid_t child = fork();
  if (child < 0) fail("a process");
  if (child == 0) {
    end_with_parent();
    return;
  }
  /* What it inherited is the child's now: else a pipe would stay open behind the child's back. */
  for (int descriptor = 0; descriptor < 16; descriptor++)
    if (descriptor != 2) close(descriptor);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) fail("waiting");
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  exit(WIFEXITED(status) ? WEXITSTATUS(status) : FAILED);
}

/*
 * All of them or none. Who looks for other processes by their names in /proc finds an empty folder, where mounting is
 * allowed; where it is not, Landlock keeps /proc from being read all the same.
 */
static int enter_namespaces(void) {
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS | CLONE_NEWPID) != 0) return 0;
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
    mount("none", "/proc", "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=4k");
  return 1;
}

static int check(void) {
  int version = landlock_version();
  int seccomp = prctl(PR_GET_SECCOMP) >= 0;
  printf("landlock=%d seccomp=%s namespaces=%s source=%s\n", version, seccomp ? "yes" : "no",
         enter_namespaces() ? "yes" : "no", SOURCE);
  return version > 0 && seccomp ? 0 : FAILED;
}

int main(int count, char **arguments) {
  char *readable[MOST_PATHS + 1] = {0}, *executable[MOST_PATHS + 1] = {0};
  int reads = 0, executes = 0, at = 1;
  rlim_t data = RLIM_INFINITY;
  if (count == 2 && strcmp(arguments[1], "--check") == 0) return check();
  for (; at + 1 < count && strcmp(arguments[at], "--") != 0; at += 2) {
    const char *option = arguments[at];
    char *value = arguments[at + 1];
    if (strcmp(option, "--read") == 0 && reads < MOST_PATHS) readable[reads++] = value;
    else if (strcmp(option, "--execute") == 0 && executes < MOST_PATHS) executable[executes++] = value;
    else if (strcmp(option, "--data") == 0) data = strtoull(value, NULL, 10);
    else break;
  }
  if (at + 1 >= count || strcmp(arguments[at], "--") != 0) {
    fprintf(stderr, "confine: cannot read its arguments at %s\n", at < count ? arguments[at] : "their end");
    return FAILED;
  }
  char **program = arguments + at + 1;
  end_with_parent();
  /* Not 0: that still hands the memory to a program that the system's core_pattern names. */
  limit(RLIMIT_CORE, 1);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, MOST_DESCRIPTORS);
  limit(RLIMIT_DATA, data);
  int version = landlock_version();
  if (version == 0) fail("Landlock");
  if (enter_namespaces()) {
    /* Counted in its own namespace, where kernels do (Linux 5.14; 5.19 has the second Landlock): else they are all of the
       service's user, and what it has already would leave none. */
    if (version >= 2) limit(RLIMIT_NPROC, MOST_THREADS);
    become_first();
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("privileges");
  confine_files(version, readable, executable);
  filter_calls(getpid());
  execv(program[0], program);
  fail(program[0]);
}
