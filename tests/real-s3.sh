#!/usr/bin/env bash
# Starts an S3 server for tests, Ceph's object gateway, in memory and on the loopback interface, until it gets SIGTERM.
# Usage: real-s3.sh PORT [PORT + 1 is used, too]. Access key "test", secret "testsecret", region us-east-1, path style.
# Prints "ready" when it serves. Needs Debian's packages radosgw, ceph-mon and ceph-osd; exits with 2 without them.
set -euo pipefail
port=$1
for program in ceph ceph-authtool ceph-mon ceph-osd monmaptool radosgw radosgw-admin; do
  command -v "$program" >/dev/null || { echo "$program is missing" >&2; exit 2; }
done

home=$(mktemp -d)
conf=$home/ceph.conf
keys=$home/keyring
pids=()
finish() {
  for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$home"
}
trap finish EXIT
trap 'exit 0' INT TERM

mkdir "$home"/{mon,osd,run}
cat >"$conf" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon host = [v2:127.0.0.1:$((port + 1))]
public addr = 127.0.0.1
keyring = $keys
mon data = $home/mon
osd data = $home/osd
run dir = $home/run
log file = $home/\$name.log
admin socket = $home/run/\$name.asok
pid file = $home/run/\$name.pid
osd objectstore = memstore
memstore device bytes = 1073741824
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
rgw frontends = beast endpoint=127.0.0.1:$port
rgw enable apis = s3, admin
rgw thread pool size = 16
CONF

run() {
  "$@" >>"$home/output.log" 2>&1 &
  pids+=($!)
}
step() { "$@" >>"$home/output.log" 2>&1 || { cat "$home/output.log" >&2; exit 1; }; }

step ceph-authtool --create-keyring "$keys" --gen-key -n mon. --cap mon 'allow *'
step ceph-authtool "$keys" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *'
step monmaptool --create --clobber --addv a "[v2:127.0.0.1:$((port + 1))]" --fsid "$(sed -n 's/^fsid = //p' "$conf")" "$home/monmap"
step ceph-mon -c "$conf" --mkfs -i a --monmap "$home/monmap" --keyring "$keys"
run ceph-mon -c "$conf" -i a -f

osd=$(cat /proc/sys/kernel/random/uuid)
secret=$(ceph-authtool --gen-print-key)
echo "{\"cephx_secret\": \"$secret\"}" >"$home/osd-secret.json"
step ceph -c "$conf" osd new "$osd" -i "$home/osd-secret.json"
printf '[osd.0]\nkey = %s\n' "$secret" >"$home/osd/keyring"
step ceph-osd -c "$conf" -i 0 --mkfs --osd-uuid "$osd" --keyring "$home/osd/keyring"
run ceph-osd -c "$conf" -i 0 -f --keyring "$home/osd/keyring"

step ceph -c "$conf" auth get-or-create client.rgw mon 'allow rwx' osd 'allow rwx' -o "$home/rgw.keyring"
run radosgw -c "$conf" -n client.rgw --rgw-data "$home/rgw" --keyring "$home/rgw.keyring" -f
until curl -s -o /dev/null "http://127.0.0.1:$port"; do
  kill -0 "${pids[-1]}" 2>/dev/null || { cat "$home/output.log" >&2; exit 1; }
  sleep 0.2
done
step radosgw-admin -c "$conf" -n client.rgw --keyring "$home/rgw.keyring" user create --uid=test --display-name=test \
  --access-key=test --secret-key=testsecret
echo ready
wait
