#!/bin/sh
# Installs Conserje from the unpacked archive that this file is in. Asks nothing. Run again it brings the program up to
# date, and leaves configuration and data as they are.
#
#   ./install.sh                  as root: into /usr/local, with a user, a service, and data in /var/lib/conserje
#                                 else: into ~/.local, with data in ~/.local/state/conserje
#   ./install.sh --prefix DIR     into DIR/bin and DIR/share instead
set -eu

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
is_root=false
[ "$(id -u)" -ne 0 ] || is_root=true
if $is_root; then
    prefix=/usr/local config=/etc/conserje/conserje.toml data=/var/lib/conserje
else
    prefix=$HOME/.local
    config=${XDG_CONFIG_HOME:-$HOME/.config}/conserje/conserje.toml
    data=${XDG_STATE_HOME:-$HOME/.local/state}/conserje
fi
while [ $# -gt 0 ]; do
    case $1 in
    --prefix)
        [ $# -ge 2 ] || fail "--prefix needs a folder"
        prefix=$2
        shift 2
        ;;
    *) fail "unknown option $1; use --prefix DIR, or none" ;;
    esac
done
case $prefix in
/*) ;;
*) fail "--prefix needs a whole path, such as /opt/conserje" ;;
esac
"$here/bin/conserje" --version >/dev/null ||
    fail "the program does not run here; it needs Linux on the processor in the archive's name, with glibc"

has_systemd() { $is_root && [ -d /run/systemd/system ]; }

# --- the program; what an older version left goes first

list=$prefix/share/conserje/installed
remove_listed() {
    [ -f "$list" ] || return 0
    while IFS= read -r file; do
        rm -f "$prefix/$file"
    done <"$list"
}
remove_listed
mkdir -p "$prefix/share/conserje"
cd "$here"
find bin share -type f | sort >"$list.new"
echo share/conserje/uninstall.sh >>"$list.new"
while IFS= read -r file; do
    [ -e "$file" ] || continue
    mkdir -p "$prefix/$(dirname "$file")"
    # Beside its place first: a program that runs cannot be written to.
    cp "$file" "$prefix/$file.new"
    mv "$prefix/$file.new" "$prefix/$file"
done <"$list.new"
cp uninstall.sh "$prefix/share/conserje/uninstall.sh"
mv "$list.new" "$list"

# --- the user, the configuration, the service

if $is_root && ! id conserje >/dev/null 2>&1; then
    useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin conserje ||
        fail "the user conserje could not be made"
fi
is_first=true
[ ! -e "$data" ] || is_first=false
mkdir -p "$data"
chmod 0700 "$data"
if [ ! -e "$config" ]; then
    mkdir -p "$(dirname "$config")"
    sed "s|@DATA@|$data|" share/conserje/conserje.toml >"$config"
    # Keys of models may be written into it.
    chmod 0640 "$config"
fi
if $is_root; then
    chown conserje:conserje "$data"
    chown root:conserje "$config"
fi

program=$prefix/bin/conserje
echo "Conserje is installed: $program"
echo "Configuration: $config"
echo "Data: $data"
echo "To remove it: $prefix/share/conserje/uninstall.sh"
echo
if has_systemd; then
    sed "s|@BIN@|$prefix/bin|" share/conserje/conserje.service >/etc/systemd/system/conserje.service
    systemctl daemon-reload
    systemctl enable --quiet conserje.service
    systemctl restart conserje.service
    waited=0
    until "$program" health --config "$config" >/dev/null 2>&1; do
        waited=$((waited + 1))
        [ "$waited" -lt 60 ] || fail "the service does not answer; \`journalctl -u conserje\` says why"
        sleep 0.5
    done
    echo "It runs as the service conserje, at http://127.0.0.1:8484"
    if $is_first; then
        echo "Next: open this link, which works once, and choose the owner's password:"
        runuser -u conserje -- "$program" users link owner@localhost --config "$config"
    fi
    exit 0
fi
as=
! $is_root || as="runuser -u conserje -- "
echo "Next, start it and open the link that it prints (http://127.0.0.1:8484):"
echo "  $as$program serve --config $config"
