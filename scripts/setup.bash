# Set-up functions shared by the scripts in this folder. Each installs what is missing and skips what is present.
# shellcheck shell=bash

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
fail() { printf '%s\n' "$*" >&2; exit 3; }

need_rust() {
  command -v cargo >/dev/null ||
    fail "Rust is missing. Install it with: curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
}

need_node() {
  local advice="Install it with your package manager (for example: apt-get install nodejs npm) or from https://nodejs.org"
  command -v node >/dev/null && command -v npm >/dev/null || fail "Node.js is missing. $advice"
  local version
  version=$(node --version)
  [ "$(printf '%s' "${version#v}" | cut -d. -f1)" -ge 20 ] || fail "Node.js 20 or newer is needed, this is $version. $advice"
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# The package manager, and what it is asked for by purpose. bash 3.2, as on macOS, must read this file.
manager=$(for name in apt-get dnf pacman; do command -v "$name" >/dev/null && echo "$name" && break; done) || true
packages_for() {
  case $1,$manager in
    compiler,apt-get) echo gcc pkg-config ;;
    compiler,dnf) echo gcc pkgconf-pkg-config ;;
    compiler,pacman) echo gcc pkgconf ;;
    window,apt-get) echo libwebkit2gtk-4.1-dev libgtk-3-dev librsvg2-dev ;;
    window,dnf) echo webkit2gtk4.1-devel gtk3-devel librsvg2-devel ;;
    window,pacman) echo webkit2gtk-4.1 gtk3 librsvg ;;
    window_tests,apt-get) echo webkit2gtk-driver xvfb xauth dbus imagemagick util-linux ;;
    window_tests,dnf) echo webkit2gtk4.1 xorg-x11-server-Xvfb xorg-x11-xauth dbus-daemon ImageMagick util-linux ;;
    window_tests,pacman) echo webkit2gtk-4.1 xorg-server-xvfb xorg-xauth dbus imagemagick util-linux ;;
    keychain_tests,pacman) echo dbus gnome-keyring ;;
    keychain_tests,*) echo dbus-daemon gnome-keyring ;;
    packages,apt-get) echo binutils dpkg-dev python3 rpm ;;
    packages,dnf) echo binutils dpkg-dev python3 rpm-build ;;
    packages,pacman) echo binutils dpkg python rpm-tools ;;
    package_tests,apt-get)
      echo appstream ca-certificates curl desktop-file-utils fish jq lintian man-db mmdebstrap procps python3-venv rpm util-linux zsh
      ;;
    coverage,apt-get) echo "llvm-$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')" ;;
    coverage,*) echo llvm ;;
    export_tests,apt-get) echo curl jq procps python3-venv ;;
    export_tests,dnf) echo curl jq procps-ng python3 ;;
    export_tests,pacman) echo curl jq procps-ng python ;;
  esac
}

# missing_packages PURPOSE…: the packages for these purposes that are not installed.
missing_packages() {
  local purpose name
  for purpose in "$@"; do
    for name in $(packages_for "$purpose"); do
      case $manager in
        apt-get) [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || echo "$name" ;;
        dnf) rpm -q "$name" >/dev/null 2>&1 || echo "$name" ;;
        pacman) pacman -Q "$name" >/dev/null 2>&1 || echo "$name" ;;
      esac
    done
  done
}

# install_packages PURPOSE…: all of them with one call of the package manager. macOS and Windows need none.
install_packages() {
  local missing
  if [ -z "$manager" ]; then
    [ "$(uname)" != Linux ] ||
      say "This system has neither apt-get, dnf nor pacman. If the build fails, install what README.md lists for: $*"
    return 0
  fi
  missing=$(missing_packages "$@" | sort -u)
  [ -n "$missing" ] || return 0
  say "Installing with $manager: $(echo $missing)"
  # shellcheck disable=SC2086 # one word per package
  case $manager in
    apt-get)
      as_root apt-get update -qq &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
      ;;
    dnf) as_root dnf install -y -q $missing ;;
    pacman) as_root pacman -S --needed --noconfirm $missing ;;
  esac || fail "$manager could not install: $(echo $missing)"
}

# npm_packages FOLDER: exactly what the lock file says, only when it changed.
npm_packages() {
  local stamp=$1/node_modules/.hintsmith-lock
  cmp -s "$1/package-lock.json" "$stamp" && return
  say "Installing the packages of $1"
  npm ci --prefix "$1" --no-audit --no-fund --loglevel=error || fail "npm could not install the packages of $1"
  cp "$1/package-lock.json" "$stamp"
}

# The front end, which is embedded in the window's program and therefore built first. It is kept while it is newer than
# its sources, so that the program is not compiled again. Types are checked by `make check`, not here.
page() {
  npm_packages ui
  if [ -f ui/dist/index.html ] &&
    [ -z "$(find ui/src ui/index.html ui/package-lock.json ui/vite.config.ts -newer ui/dist/index.html -print -quit)" ]; then
    return
  fi
  say "Building the front end"
  # Moved into place whole: a compiler that runs meanwhile embeds all of it or fails.
  npm run --prefix ui --silent bundle -- --outDir dist.new --emptyOutDir || fail "the front end could not be built"
  rm -rf ui/dist && mv ui/dist.new ui/dist
}

# python_packages VENV REQUIREMENTS WHAT: a virtual environment with exactly what the list says, only when it changed.
python_packages() {
  cmp -s "$2" "$1/.requirements" && return
  say "Installing $3 from PyPI"
  python3 -m venv "$1" && "$1/bin/pip" install -q -r "$2" && cp "$2" "$1/.requirements" ||
    fail "$3 could not be installed from PyPI"
}

# install_and_compile PURPOSES CARGO-ARGUMENTS…: installs packages; what does not need them is compiled meanwhile.
install_and_compile() {
  # shellcheck disable=SC2086 # one word per purpose
  if [ -n "$(missing_packages $1)" ]; then
    install_packages $1 &
    local installing=$!
    cargo_build --workspace --keep-going "${@:2}" 2> >(grep --line-buffered 'crates built' >&2) || true
    wait "$installing" || exit
  fi
}

# cargo_build ARGUMENTS…: cargo with its own progress bar on a terminal, and a line every 25 crates in a log.
cargo_build() {
  # shellcheck disable=SC2086 # nothing or one word
  if [ -t 2 ]; then
    cargo ${auditable:-} build --locked "$@"
  else
    CARGO_TERM_PROGRESS_WHEN=always CARGO_TERM_PROGRESS_WIDTH=120 CARGO_TERM_COLOR=never \
      cargo ${auditable:-} build --locked "$@" 2> >(cargo_progress >&2)
  fi
}

# The commit that the programs are built from: the last one that changed what goes into them, so that a change of the
# documentation does not build them again. For a release it is the release's own, which sets the version in Cargo.toml.
program_commit() { git log -1 --format="${1:-%H}" -- Cargo.toml Cargo.lock .cargo src-tauri ui icons; }

# Built with one command, so that libraries are compiled once; not the whole workspace, because the fuzzer is in it.
packaged_programs='--package hintsmith --package hintsmith-desktop --bins'

# dist_build CARGO-ARGUMENTS…: programs as they are packaged. cargo-auditable embeds the list of crates, so that a scanner
# finds known vulnerabilities in the program alone.
dist_build() {
  local version=0.7.7 root cargo_home=${CARGO_HOME:-$HOME/.cargo}
  root=$PWD/target/tools/cargo-auditable-$version
  if ! [ -x "$root/bin/cargo-auditable" ]; then
    say "Building cargo-auditable"
    cargo install cargo-auditable --version "$version" --locked --quiet --root "$root" || fail "cargo-auditable could not be built"
  fi
  # A panic names its source file. The folders of the machine that builds would make two builds of one commit differ.
  local maps="$cargo_home=/cargo $PWD=/hintsmith ${CARGO_TARGET_DIR:-$PWD/target}=/target" map rust_flags='' c_flags=''
  for map in $maps; do
    rust_flags+=" --remap-path-prefix=$map"
    # Microsoft's compiler has no such option.
    case $(uname) in MINGW* | MSYS*) ;; *) c_flags+=" -ffile-prefix-map=$map" ;; esac
  done
  PATH=$root/bin:$PATH auditable=auditable HINTSMITH_COMMIT=$(program_commit) \
    RUSTFLAGS="${RUSTFLAGS:-}$rust_flags" CFLAGS="${CFLAGS:-}$c_flags" cargo_build --profile dist "$@"
}

# What a log keeps of cargo's output: warnings, errors, and how many crates are built.
cargo_progress() {
  tr '\r' '\n' | awk '
    match($0, /\] +[0-9]+\/[0-9]+/) {
      split(substr($0, RSTART + 1, RLENGTH - 1), count, "/")
      if (count[1] + 0 >= next_line) { printf "  %d of %d crates built\n", count[1], count[2]; fflush(); next_line = count[1] + 25 }
      next
    }
    /^ *(Compiling|Downloading|Downloaded|Building|Updating|Locking|Adding|Blocking|Fresh|Checking|Dirty) / || /^ *$/ { next }
    { print; fflush() }'
}
