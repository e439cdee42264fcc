# Set-up shared by the scripts beside it: what is missing is installed, what is there is skipped.
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

# system_libraries WHY DEBIAN -- FEDORA -- ARCH: installs the packages of this system's package manager.
system_libraries() {
  local why=$1 manager debian=() fedora=() arch=() list=debian word
  shift
  for word in "$@"; do
    case "$word,$list" in
      --,debian) list=fedora ;;
      --,fedora) list=arch ;;
      *,debian) debian+=("$word") ;;
      *,fedora) fedora+=("$word") ;;
      *,arch) arch+=("$word") ;;
    esac
  done
  local missing=()
  if command -v apt-get >/dev/null; then
    manager=apt-get
    for word in "${debian[@]}"; do
      [ "$(dpkg-query -W -f '${db:Status-Status}' "$word" 2>/dev/null)" = installed ] || missing+=("$word")
    done
  elif command -v dnf >/dev/null; then
    manager=dnf
    for word in "${fedora[@]}"; do rpm -q "$word" >/dev/null 2>&1 || missing+=("$word"); done
  elif command -v pacman >/dev/null; then
    manager=pacman
    for word in "${arch[@]}"; do pacman -Q "$word" >/dev/null 2>&1 || missing+=("$word"); done
  elif [ "$(uname)" = Linux ]; then
    say "This system has neither apt-get, dnf nor pacman: install ${debian[*]} (their Debian names) yourself if the build fails."
    return
  else
    return # macOS and Windows bring their own web view.
  fi
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing with $manager, $why: ${missing[*]}"
  case $manager in
    apt-get)
      as_root apt-get update -qq
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
      ;;
    dnf) as_root dnf install -y -q "${missing[@]}" ;;
    pacman) as_root pacman -S --needed --noconfirm "${missing[@]}" ;;
  esac || fail "$manager could not install: ${missing[*]}"
}

compiler() {
  system_libraries "to compile C parts of the build" gcc pkg-config -- gcc pkgconf-pkg-config -- gcc pkgconf
}

window_libraries() {
  system_libraries "for the window" \
    libwebkit2gtk-4.1-dev libgtk-3-dev librsvg2-dev -- webkit2gtk4.1-devel gtk3-devel librsvg2-devel -- webkit2gtk-4.1 gtk3 librsvg
}

keychain_test_libraries() {
  system_libraries "to test a real keychain without a desktop" \
    dbus-daemon gnome-keyring -- dbus-daemon gnome-keyring -- dbus gnome-keyring
}

export_test_tools() {
  system_libraries "to run the scripts that exports hold" curl jq procps python3-venv -- curl jq procps-ng python3 -- curl jq procps-ng python
}

window_test_libraries() {
  system_libraries "to test the real window without a screen" \
    webkit2gtk-driver xvfb xauth dbus imagemagick python3-venv util-linux -- webkit2gtk4.1 xorg-x11-server-Xvfb xorg-x11-xauth dbus-daemon ImageMagick python3 util-linux -- webkit2gtk-4.1 xorg-server-xvfb xorg-xauth dbus imagemagick python util-linux
}

# npm_packages FOLDER: exactly what the lock file says, only when it changed.
npm_packages() {
  local stamp=$1/node_modules/.hintsmith-lock
  cmp -s "$1/package-lock.json" "$stamp" && return
  say "Installing the packages of $1"
  npm ci --prefix "$1" --no-audit --no-fund --loglevel=error || fail "npm could not install the packages of $1"
  cp "$1/package-lock.json" "$stamp"
}

# The page must be built before the window's program is compiled: it is part of it.
page() {
  npm_packages ui
  # A page that is newer than all its sources is kept, so that the window is not compiled again.
  if [ -f ui/dist/index.html ] &&
    [ -z "$(find ui/src ui/index.html ui/package-lock.json ui/vite.config.ts -newer ui/dist/index.html -print -quit)" ]; then
    return
  fi
  say "Building the page"
  npm run --prefix ui --silent build || fail "the page could not be built"
}
