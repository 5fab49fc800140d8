#!/bin/sh
# Removes Conserje as install.sh put it there. Asks nothing. Configuration and data stay unless told.
#
#   uninstall.sh                  removes the program and the service
#   uninstall.sh --purge          removes configuration, data and the user, too
#   uninstall.sh --prefix DIR     of an installation elsewhere
set -eu

fail() {
    echo "uninstall.sh: $*" >&2
    exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
is_root=false
[ "$(id -u)" -ne 0 ] || is_root=true
if $is_root; then
    prefix=/usr/local config=/etc/conserje data=/var/lib/conserje
else
    prefix=$HOME/.local
    config=${XDG_CONFIG_HOME:-$HOME/.config}/conserje
    data=${XDG_STATE_HOME:-$HOME/.local/state}/conserje
fi
# The copy that was installed knows where.
case $here in
*/share/conserje) prefix=${here%/share/conserje} ;;
esac
purge=false
while [ $# -gt 0 ]; do
    case $1 in
    --purge)
        purge=true
        shift
        ;;
    --prefix)
        [ $# -ge 2 ] || fail "--prefix needs a folder"
        prefix=$2
        shift 2
        ;;
    *) fail "unknown option $1; use --purge, --prefix DIR, or none" ;;
    esac
done

unit=/etc/systemd/system/conserje.service
if $is_root && [ -f "$unit" ]; then
    systemctl disable --now --quiet conserje.service || true
    rm -f "$unit"
    systemctl daemon-reload || true
fi

list=$prefix/share/conserje/installed
if [ -f "$list" ]; then
    while IFS= read -r file; do
        rm -f "$prefix/$file"
        # Folders that are empty now; those of others are not.
        rmdir -p "$prefix/$(dirname "$file")" 2>/dev/null || true
    done <"$list"
    rm -f "$list"
    rmdir -p "$prefix/share/conserje" 2>/dev/null || true
    echo "Conserje is removed from $prefix"
else
    echo "There is no Conserje in $prefix"
fi

if $purge; then
    rm -rf "$config" "$data"
    if $is_root && id conserje >/dev/null 2>&1; then
        userdel conserje
    fi
    echo "Configuration and data are removed"
else
    echo "Configuration stays in $config, data in $data; \`--purge\` removes both"
fi
