/*
 * A PKCS#11 module that passes everything on to another one, but for what the file WEBSIGN_FAULTS says, which is read
 * at each call: lines of FUNCTION ACTION VALUE, such as "C_Login return 0xa4", "C_Sign wrong 0", "C_Sign slow 200".
 * What is called is written, a line each, to WEBSIGN_CALLS.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pkcs11.h"

static CK_FUNCTION_LIST_PTR real;
static CK_FUNCTION_LIST list;

static void note(const char *what) {
  const char *path = getenv("WEBSIGN_CALLS");
  int file = path == NULL ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (file < 0) return;
  char line[64];
  int length = snprintf(line, sizeof line, "%s\n", what);
  if (write(file, line, (size_t)length) < 0) abort();
  close(file);
}

/* Whether the file says `action` of the function; its value, if so. */
static int fault(const char *function, const char *action, unsigned long *value) {
  const char *path = getenv("WEBSIGN_FAULTS");
  FILE *file = path == NULL ? NULL : fopen(path, "r");
  char name[64], what[16], number[32];
  int found = 0;
  if (file == NULL) return 0;
  while (!found && fscanf(file, "%63s %15s %31s", name, what, number) == 3) {
    found = strcmp(name, function) == 0 && strcmp(what, action) == 0;
    if (found) *value = strtoul(number, NULL, 0);
  }
  fclose(file);
  return found;
}

/* What the file says happens "once" happens to one call: the one that takes the file away. */
static int once(const char *function, unsigned long *value) {
  return fault(function, "once", value) && unlink(getenv("WEBSIGN_FAULTS")) == 0;
}

static void delay(const char *function) {
  unsigned long value;
  if (fault(function, "crash", &value)) abort();
  if (fault(function, "slow", &value)) usleep((useconds_t)(value * 1000));
}

#define PASS(name, call)                                              \
  unsigned long value;                                                \
  note(name);                                                         \
  delay(name);                                                        \
  return once(name, &value) || fault(name, "return", &value) ? (CK_RV)value : real->call

static CK_RV initialize(CK_VOID_PTR arguments) { PASS("C_Initialize", C_Initialize(arguments)); }

static CK_RV slots(CK_BBOOL present, CK_SLOT_ID_PTR slot, CK_ULONG_PTR count) {
  PASS("C_GetSlotList", C_GetSlotList(present, slot, count));
}

static CK_RV open_session(CK_SLOT_ID slot, CK_FLAGS flags, CK_VOID_PTR own, CK_NOTIFY notify,
                          CK_SESSION_HANDLE_PTR session) {
  PASS("C_OpenSession", C_OpenSession(slot, flags, own, notify, session));
}

static CK_RV close_all(CK_SLOT_ID slot) { PASS("C_CloseAllSessions", C_CloseAllSessions(slot)); }

static CK_RV login(CK_SESSION_HANDLE session, CK_USER_TYPE user, CK_UTF8CHAR_PTR pin, CK_ULONG length) {
  PASS("C_Login", C_Login(session, user, pin, length));
}

static CK_RV sign_init(CK_SESSION_HANDLE session, CK_MECHANISM_PTR mechanism, CK_OBJECT_HANDLE key) {
  PASS("C_SignInit", C_SignInit(session, mechanism, key));
}

static CK_RV sign(CK_SESSION_HANDLE session, CK_BYTE_PTR data, CK_ULONG length, CK_BYTE_PTR signature,
                  CK_ULONG_PTR signed_length) {
  unsigned long value;
  note("C_Sign");
  delay("C_Sign");
  if (once("C_Sign", &value) || fault("C_Sign", "return", &value)) return (CK_RV)value;
  CK_RV answer = real->C_Sign(session, data, length, signature, signed_length);
  if (answer == CKR_OK && fault("C_Sign", "wrong", &value)) signature[*signed_length / 2] ^= 1;
  if (answer == CKR_OK && fault("C_Sign", "short", &value)) *signed_length = value;
  note("C_Sign ended");
  return answer;
}

CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR functions) {
  if (real == NULL) {
    const char *path = getenv("WEBSIGN_MODULE");
    void *library = path == NULL ? NULL : dlopen(path, RTLD_NOW);
    CK_C_GetFunctionList get = library == NULL ? NULL : (CK_C_GetFunctionList)dlsym(library, "C_GetFunctionList");
    if (get == NULL || get(&real) != CKR_OK) return CKR_GENERAL_ERROR;
    list = *real;
    list.C_Initialize = initialize;
    list.C_GetSlotList = slots;
    list.C_OpenSession = open_session;
    list.C_CloseAllSessions = close_all;
    list.C_Login = login;
    list.C_SignInit = sign_init;
    list.C_Sign = sign;
  }
  *functions = &list;
  return CKR_OK;
}
