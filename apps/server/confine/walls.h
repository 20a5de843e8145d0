/*
 * What confines a process from the inside: limits, an end with the parent, and a filter of system calls. Both the program
 * that starts one (confine.c) and the template that children are copies of (copy.c) use it. Linux only.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAILED 71
/* Node.js has about twelve. The service may have so many tasks in all, and needs some to start the next child. */
#define MOST_THREADS 64
/* Sockets and pipes keep octets in the kernel, which no limit of memory counts. */
#define MOST_DESCRIPTORS 256
#define PIDFD_OPEN 434
#define CLOSE_RANGE 436
/* The descriptors of a message to a template: the copy's own three, and the socket on which its end is told. */
enum { INPUT, ERRORS, ANSWERS, ENDING, PASSED };

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
  /* Not exit: a copy lacks threads for which Node.js would wait then. */
  _exit(FAILED);
}

static int landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
  return version < 0 ? 0 : (int)version;
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
    PIDFD_OPEN, 424 /* pidfd_send_signal */, 438 /* pidfd_getfd */, 440 /* process_madvise */,
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

/* A filter begins by looking whether the numbers mean what it takes them for. */
#if defined(__x86_64__)
/* The x32 numbers, under which the same calls stand once more. */
#define NO_X32 UNLESS_BIT(0x40000000, 1), ANSWER(SECCOMP_RET_KILL_PROCESS),
#else
#define NO_X32
#endif
#define KNOWN_NUMBERS \
  LOAD(offsetof(struct seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), \
      ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(NUMBER), NO_X32

static int is_among(int call, const int *calls, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (calls[i] == call) return 1;
  return 0;
}

/* After `head`, all of REFUSED but what is among `allowed` is refused, and the rest allowed. */
static void filter_after(const struct sock_filter *head, size_t length, const int *allowed, size_t count) {
  struct sock_filter program[length + 2 * COUNT(REFUSED) + 1];
  memcpy(program, head, length * sizeof *head);
  for (size_t i = 0; i < COUNT(REFUSED); i++) {
    if (is_among(REFUSED[i], allowed, count)) continue;
    program[length++] = (struct sock_filter)UNLESS_EQUAL(REFUSED[i], 1);
    program[length++] = (struct sock_filter)REFUSE;
  }
  program[length++] = (struct sock_filter)ALLOW;
  struct sock_fprog filter = {.len = (unsigned short)length, .filter = program};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) != 0) fail("seccomp");
}

static void filter_calls(pid_t self) {
  const struct sock_filter head[] = {
      KNOWN_NUMBERS
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
  filter_after(head, COUNT(head), NULL, 0);
}
