/*
 * What native code tries that has a child in its hands: one line for each try, `NAME allowed` or `NAME` and the number of
 * its error. `PROGRAM PID`: whose signals are tried. `PROGRAM stay`: takes back its end with the parent, then waits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static void tell(const char *name, int failed) {
  if (failed) printf("%s %d\n", name, errno);
  else printf("%s allowed\n", name);
  fflush(stdout);
}

static void map(const char *name, int flags) {
  tell(name, mmap(NULL, 1UL << 24, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
}

static void *idle(void *unused) {
  pause();
  return unused;
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  tell("outlive", prctl(PR_SET_PDEATHSIG, 0) != 0);
  if (strcmp(arguments[1], "stay") == 0)
    for (;;) pause();
  /* The program itself, where it has a namespace in which nobody else has a number. */
  pid_t other = atoi(arguments[1]), self = getpid();
  struct f_owner_ex owner = {.type = F_OWNER_PID, .pid = kill(other, 0) == 0 ? other : self};
  int pipes[2], sockets[2];
  if (pipe(pipes) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) return 3;
  tell("owner", fcntl(pipes[0], F_SETOWN, owner.pid) != 0);
  tell("ownerByKind", fcntl(pipes[0], F_SETOWN_EX, &owner) != 0);
  tell("ownerOfSocket", ioctl(sockets[0], FIOSETOWN, &owner.pid) != 0);
  tell("groupOfSocket", ioctl(sockets[0], SIOCSPGRP, &owner.pid) != 0);
  tell("signalOfOwner", fcntl(pipes[0], F_SETSIG, SIGUSR1) != 0);
  tell("widerPipe", fcntl(pipes[0], F_SETPIPE_SZ, 1 << 18) < 0);
  tell("identity", setresuid(getuid(), getuid(), getuid()) != 0);
  map("shared", MAP_SHARED);
  map("stack", MAP_PRIVATE | MAP_GROWSDOWN);
  int descriptors = 0;
  while (descriptors < 300 && dup(1) >= 0) descriptors++;
  tell("manyDescriptors", descriptors < 300);
  int threads = 0;
  pthread_t thread;
  while (threads < 300 && (errno = pthread_create(&thread, NULL, idle, NULL)) == 0) threads++;
  tell("manyThreads", threads < 300);
  return 0;
}
