# Runs one program with no more rights than it needs, and ends everything the program started.
#
#   perl launch.pl KEY VALUE [KEY VALUE …] -- PROGRAM [ARGUMENT …]
#
# launch-options.ts decides the values. Perl because it starts in 3 ms (Node with a native binding takes 60 to 90), can
# fork, and is an essential package of Debian: there is nothing to compile and nothing to install.
use strict;
use warnings;

my $failed = 125;
my %values;
while (@ARGV and (my $key = shift) ne '--') { push @{ $values{$key} }, shift }
my ($program, @arguments) = @ARGV;
sub value { my ($key) = @_; return $values{$key} ? $values{$key}[0] : undef }
sub fail { my ($what) = @_; print STDERR "lectern-sandbox: $what\n"; exit $failed }

my %numbers = (
    x64   => { openat => 257, prctl => 157, prlimit => 302, seccomp => 317, setresuid => 117, setresgid => 119, setgroups => 116, capget => 125, capset => 126 },
    arm64 => { openat => 56,  prctl => 167, prlimit => 261, seccomp => 277, setresuid => 147, setresgid => 149, setgroups => 159, capget => 90,  capset => 91 },
);
my $call = $numbers{ value('arch') // '' } or fail('unknown processor');
# The same on every processor.
my ($landlock_create, $landlock_add, $landlock_restrict, $close_range) = (444, 445, 446, 436);
sub prctl { my ($option, @rest) = @_; return syscall($call->{prctl}, $option, map { $_ + 0 } (@rest, 0, 0, 0, 0)[0 .. 3]) }
my ($set_death_signal, $keep_capabilities, $secure_bits, $child_subreaper, $no_new_privileges, $ambient) = (1, 8, 28, 36, 38, 47);

# Whatever loses its parent below this process becomes its child, so nothing escapes by starting a session of its own.
prctl($child_subreaper, 1);
my ($is_stopping, $child);
sub end_child { $is_stopping = 1; kill 'KILL', -$child, $child if $child }
$SIG{TERM} = \&end_child;
prctl($set_death_signal, 15);
my $parent = value('parent');
exit $failed if defined $parent and getppid() != $parent;

my $monitor = $$;
$child = fork // fail("no process: $!");
confine_and_run() if $child == 0;
end_child() if $is_stopping;

my $status;
until (defined $status) {
    my $gone = waitpid -1, 0;
    $status = $? if $gone == $child;
}
kill 'KILL', -$child;
# Killed children hand their own children to this process until none are left.
while ((my $gone = waitpid -1, 1) >= 0) {
    next if $gone > 0;
    kill 'KILL', children_of($monitor);
    select undef, undef, undef, 0.002;
}
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);

sub children_of {
    my ($wanted) = @_;
    my @found;
    for my $pid (processes()) {
        open my $stat, '<', "/proc/$pid/stat" or next;
        my $line = <$stat> // '';
        # The name, in parentheses, may hold anything.
        push @found, $pid if $line =~ /.*\) \S (\d+)/ and $1 == $wanted;
    }
    return @found;
}

sub processes {
    opendir my $folder, '/proc' or return;
    return grep { /^\d+$/ } readdir $folder;
}

sub confine_and_run {
    $SIG{TERM} = 'DEFAULT';
    setpgrp 0, 0;
    setpriority 0, 0, 10;
    set_limits();
    my $ruleset = value('landlock') eq 'off' ? undef : create_ruleset();
    drop_privileges();
    prctl($no_new_privileges, 1) == 0 or fail("no-new-privileges: $!");
    if (defined $ruleset) {
        syscall($landlock_restrict, $ruleset, 0) == 0 or fail("Landlock: $!");
    }
    # Last, because a change of user clears it.
    prctl($set_death_signal, 9);
    exit $failed if getppid() != $monitor;
    install_filter();
    syscall($close_range, 3, 0xffffffff, 4);
    no warnings 'exec';
    exec { $program } $program, @arguments;
    print STDERR "$program: $!\n";
    exit 127;
}

sub set_limits {
    # The soft limit on processor time is a signal that says so; the hard one kills.
    my %limits = ( cpu => [0, 5], file => [1, 0], data => [2, 0] );
    for my $key (keys %limits) {
        my ($resource, $grace) = @{ $limits{$key} };
        limit($resource, value($key), value($key) + $grace);
    }
    limit(4, 0, 0);
    # The kernel counts all tasks of the account, so those that run already are added.
    my $tasks = value('tasks') + running_tasks(value('uid') // $<);
    limit(6, $tasks, $tasks);
}

sub limit {
    my ($resource, $soft, $hard) = @_;
    syscall($call->{prlimit}, 0, $resource, pack('Q2', $soft, $hard), 0) == 0 or fail("limit $resource: $!");
}

sub running_tasks {
    my ($uid) = @_;
    my $count = 0;
    for my $pid (processes()) {
        $count += ((stat "/proc/$pid/task")[3] // 2) - 2 if ((stat "/proc/$pid")[4] // -1) == $uid;
    }
    return $count;
}

sub create_ruleset {
    my $abi = syscall($landlock_create, 0, 0, 1);
    if ($abi < 1) {
        return undef if value('landlock') eq 'optional';
        fail("Landlock: $!");
    }
    my $read    = 1 << 2 | 1 << 3;
    my $execute = 1 << 0;
    # No symbolic links and no devices: what is read from the folder afterwards must be a file of the folder.
    my $write = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 13 | 1 << 14;
    my $handled = (1 << 13) - 1;
    $handled |= 1 << 13 if $abi >= 2;
    $handled |= 1 << 14 if $abi >= 3;
    $handled |= 1 << 15 if $abi >= 5;
    my $file_rights = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15;
    my ($tcp, $scopes) = (3, 3);
    my $attributes = $abi >= 6 ? pack('Q3', $handled, $tcp, $scopes) : $abi >= 4 ? pack('Q2', $handled, $tcp) : pack('Q', $handled);
    my $ruleset = syscall($landlock_create, $attributes, length $attributes, 0);
    fail("Landlock: $!") if $ruleset < 0;
    my %rights = ( read => $read, run => $read | $execute, write => $read | $write, device => 1 << 1 | 1 << 2 );
    for my $key (keys %rights) {
        for my $path (@{ $values{$key} // [] }) {
            # O_PATH and O_CLOEXEC: naming a file, not opening it.
            my $file = syscall($call->{openat}, -100, $path, 0x200000 | 0x80000, 0);
            next if $file < 0;
            my $allowed = $rights{$key} & $handled & (-d $path ? ~0 : $file_rights);
            syscall($landlock_add, $ruleset, 1, pack('Ql', $allowed, $file), 0) == 0 or fail("Landlock on $path: $!");
        }
    }
    return $ruleset;
}

# Root becomes an account that owns nothing. It keeps one capability, reading past file permissions, because uploads and
# packages may lie where only root may go; Landlock then says which files those are.
sub drop_privileges {
    my $header = pack 'LL', 0x20080522, 0;
    my $keep   = 0;
    my $uid    = value('uid');
    if (defined $uid and $> == 0) {
        my $sets = pack 'L6', (0) x 6;
        syscall($call->{capget}, $header, $sets);
        my $permitted = (unpack 'L6', $sets)[1];
        prctl($keep_capabilities, 1);
        # Without these bits, access() would answer as if the capability were not there.
        prctl($secure_bits, 1 << 2 | 1 << 3);
        # In some containers uid 0 is the only one: there Landlock alone protects the files.
        my $is_changed = syscall($call->{setgroups}, 0, 0) == 0
            && syscall($call->{setresgid}, $uid + 0, $uid + 0, $uid + 0) == 0
            && syscall($call->{setresuid}, $uid + 0, $uid + 0, $uid + 0) == 0;
        # Docker gives root the power to override permissions, but not the lesser one to read past them.
        my ($override, $search) = (1 << 1, 1 << 2);
        $keep = $permitted & $search || $permitted & $override if $is_changed;
    }
    my $emptied = pack 'L6', $keep, $keep, $keep, 0, 0, 0;
    syscall($call->{capset}, $header, $emptied) == 0 or fail("capabilities: $!");
    prctl($ambient, 2, $keep == 1 << 1 ? 1 : 2) if $keep;
}

sub install_filter {
    my $filter = pack 'H*', value('filter') // return;
    my $attributes = pack 'S x6 P', length($filter) / 8, $filter;
    return if syscall($call->{seccomp}, 1, 0, $attributes) == 0;
    fail("seccomp: $!") if value('landlock') ne 'off';
}
