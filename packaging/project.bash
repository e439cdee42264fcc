# What every package says about the project, and what they have in common. Sourced by the files beside it.
# shellcheck shell=bash disable=SC2034 # used by the files that source this one

set -euo pipefail
export LC_ALL=C TZ=UTC
umask 022

# The one version is that of the workspace.
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
summary="Shows, corrects and ships MCP tool annotations"
desktop_summary="Desktop editor for the annotations of MCP tools"
description="Hintsmith lists the tools of MCP servers with their hints (read-only, destructive, idempotent, open world), infers
what servers leave out, keeps your decisions, and ships them to clients and gateways as files or through its own proxy."
homepage=https://github.com/hintsmith/hintsmith
maintainer="The Hintsmith authors <maintainers@hintsmith.dev>"
license="MIT OR Apache-2.0"

# Names of this machine's processor: of Rust and rpm, Debian, npm, and of container images.
machine=$(uname -m)
case $machine in
  x86_64) deb_arch=amd64 npm_arch=x64 image_arch=amd64 ;;
  aarch64) deb_arch=arm64 npm_arch=arm64 image_arch=arm64 ;;
  *) echo "no packages are built for $machine" >&2 && exit 3 ;;
esac

# Set by scripts/package: stripped programs and what they generate, the folder for packages, and a folder for each package's
# intermediate files.
: "${stage:?}" "${packages:?}" "${SOURCE_DATE_EPOCH:?}"
iso_date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)

# workspace NAME: an empty folder for one package.
workspace() { rm -rf "${stage:?}/$1" && mkdir -p "$stage/$1" && echo "$stage/$1"; }

# The same bytes for the same files: sorted, owned by root, with one date.
archive() {
  tar --create --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$@"
}
compress() { gzip --no-name --best; }

# The newest glibc version that a program asks for.
needed_glibc() { objdump -T "$1" | grep -o 'GLIBC_[0-9][0-9.]*' | sort -uV | tail -n 1 | cut -d_ -f2; }

# copy FILE… FOLDER: readable for everybody, whatever the umask of a checkout was.
copy() { install -m 644 -t "${@: -1}" "${@:1:$#-1}"; }

# documents FOLDER PROGRAM: licences, and the notices of the libraries in a program.
documents() {
  mkdir -p "$1"
  copy LICENSE-APACHE LICENSE-MIT "$1"
  compress <"$stage/generated/THIRD-PARTY-$2.txt" >"$1/THIRD-PARTY.txt.gz"
}

# fill_cli_root ROOT ZSH-FOLDER: the files of the package `hintsmith` where a distribution has them.
fill_cli_root() {
  local root=$1/usr page
  install -D -m 755 "$stage/programs/hintsmith" "$root/bin/hintsmith"
  mkdir -p "$root/share/man/man1"
  for page in "$stage"/generated/man/*.1; do compress <"$page" >"$root/share/man/man1/${page##*/}.gz"; done
  install -D -m 644 "$stage/generated/completions/hintsmith.bash" "$root/share/bash-completion/completions/hintsmith"
  install -D -m 644 "$stage/generated/completions/hintsmith.fish" "$root/share/fish/vendor_completions.d/hintsmith.fish"
  install -D -m 644 "$stage/generated/completions/hintsmith.zsh" "$root/share/zsh/$2/_hintsmith"
}

# fill_desktop_root ROOT: the files of the package `hintsmith-desktop`.
fill_desktop_root() {
  local root=$1/usr icons=$1/usr/share/icons/hicolor size
  install -D -m 755 "$stage/programs/hintsmith-desktop" "$root/bin/hintsmith-desktop"
  install -D -m 644 packaging/files/dev.hintsmith.desktop.desktop "$root/share/applications/dev.hintsmith.desktop.desktop"
  mkdir -p "$root/share/metainfo" "$root/share/man/man1"
  sed "s|@VERSION@|$version|; s|@DATE@|${iso_date%T*}|; s|@HOMEPAGE@|$homepage|g" packaging/files/dev.hintsmith.desktop.metainfo.xml \
    >"$root/share/metainfo/dev.hintsmith.desktop.metainfo.xml"
  compress <packaging/files/hintsmith-desktop.1 >"$root/share/man/man1/hintsmith-desktop.1.gz"
  for size in 32x32 64x64 128x128; do
    install -D -m 644 "icons/$size.png" "$icons/$size/apps/dev.hintsmith.desktop.png"
  done
  install -D -m 644 icons/128x128@2x.png "$icons/256x256/apps/dev.hintsmith.desktop.png"
  install -D -m 644 icons/icon.png "$icons/512x512/apps/dev.hintsmith.desktop.png"
  install -D -m 644 icons/icon.svg "$icons/scalable/apps/dev.hintsmith.desktop.svg"
}
