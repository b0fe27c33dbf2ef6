# Outlives a supervisor that was killed, so that nothing of Lectern does.
# Lines on standard input: "app PID", "database PID", "gone PID". The end of the input is the supervisor's end.
apps=''
databases=''

without() {
  kept=''
  for pid in $2; do
    [ "$pid" = "$1" ] || kept="$kept $pid"
  done
  printf '%s' "$kept"
}

# Waits until none of the processes is alive, at most $1 fifths of a second.
wait_for_end() {
  turns=$1
  shift
  while [ "$turns" -gt 0 ] && [ "$#" -gt 0 ]; do
    all_gone "$@" && return
    sleep 0.2
    turns=$((turns - 1))
  done
}

all_gone() {
  for pid in "$@"; do
    # A dead process that nobody has collected yet still has its id.
    kill -0 "$pid" 2>/dev/null && ! grep -q '^State:.Z' "/proc/$pid/status" 2>/dev/null && return 1
  done
  return 0
}

while read -r kind pid; do
  case $kind in
    app) apps="$apps $pid" ;;
    database) databases="$databases $pid" ;;
    gone)
      apps=$(without "$pid" "$apps")
      databases=$(without "$pid" "$databases")
      ;;
  esac
done

# The applications first: they still need the database to put their work down.
for pid in $apps; do kill -TERM "$pid" 2>/dev/null; done
wait_for_end 50 $apps
for pid in $apps; do kill -KILL "$pid" 2>/dev/null; done

for pid in $databases; do kill -INT "$pid" 2>/dev/null; done
wait_for_end 150 $databases
for pid in $databases; do kill -QUIT "$pid" 2>/dev/null; done
