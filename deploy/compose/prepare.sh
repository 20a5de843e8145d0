#!/bin/sh
# Makes the secrets of compose.yaml, once. What is there already stays: a new master key would open nothing.
# ./prepare.sh hsm does what hsm.yaml needs, too: it asks for the PIN of the HSM's token, or reads it from a pipe.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets trust

random() { head -c "$1" /dev/urandom; }
word() { random 24 | base64 | tr '+/' '-_' | tr -d '=\n'; }
make() { [ -e "secrets/$1" ] || { cat > "secrets/$1.new" && mv "secrets/$1.new" "secrets/$1" && echo "secrets/$1"; }; }

{ printf '1:'; random 32 | base64 | tr -d '\n'; echo; } | make master.key
random 32 | make name.key
word | make database-password
printf 'postgres://websign:%s@database:5432/websign' "$(cat secrets/database-password)" | make database-url
word | make s3-access-key
word | make s3-secret-key
if [ "${1:-}" = hsm ]; then
  mkdir -p hsm
  # Of the maker's module and its configuration; a key that is among it is its owner's to close.
  chmod 0755 hsm
  [ -e hsm.env ] || : > hsm.env
  if [ ! -e secrets/hsm.pin ]; then
    if [ -t 0 ]; then
      printf "The PIN of the HSM's token (empty where every key is under its person's own): " >&2
      trap 'stty echo; echo >&2' EXIT
      trap 'exit 1' INT TERM
      stty -echo
    fi
    read -r pin || [ -n "$pin" ] || { echo 'There is no PIN to read.' >&2; exit 1; }
    printf '%s\n' "$pin" | make hsm.pin
  fi
fi
# The containers run as users of their own: the folder is closed instead of the files.
chmod 0444 secrets/*
# Nothing in it is secret, and they read it as it lies here.
chmod 0755 trust

echo 'Keep a copy of secrets/master.key apart from every backup: without it no key can be opened again.'
[ -e trust/tsa.pem ] || echo 'Put the certificates that time-stamps chain to into trust/tsa.pem, other trusted ones beside it.'
