/** Architectures whose system call numbers the launcher knows. */
export type Processor = 'x64' | 'arm64';

const auditArch: Record<Processor, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** System call number per architecture; null where it doesn't exist. */
type Call = readonly [x64: number | null, arm64: number | null];

/** Newer system calls have the same number on all architectures. */
const everywhere = (number: number): Call => [number, number];

/** Calls no engine needs, and calls that could reach other processes, the kernel or the network. */
const refused: Readonly<Record<string, Call>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: everywhere(438),
  io_uring_setup: everywhere(425),
  io_uring_enter: everywhere(426),
  io_uring_register: everywhere(427),
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
  fanotify_init: [300, 262],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: everywhere(428),
  move_mount: everywhere(429),
  fsopen: everywhere(430),
  fsconfig: everywhere(431),
  fsmount: everywhere(432),
  fspick: everywhere(433),
  mount_setattr: everywhere(442),
  open_tree_attr: everywhere(467),
  unshare: [272, 97],
  setns: [308, 268],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  syslog: [103, 116],
  quotactl: [179, 60],
  quotactl_fd: everywhere(443),
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  ioperm: [173, null],
  iopl: [172, null],
  modify_ldt: [154, null],
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  semget: [64, 190],
  semctl: [66, 191],
  semop: [65, 193],
  semtimedop: [220, 192],
  msgget: [68, 186],
  msgctl: [71, 187],
  msgrcv: [70, 188],
  msgsnd: [69, 189],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  // The worker opens files a program leaves in its folder, so they must not be links or pipes. Landlock forbids
  // creating them too.
  symlink: [88, null],
  symlinkat: [266, 36],
  mknod: [133, null],
  mknodat: [259, 33],
  // Landlock controls truncation by path only since Linux 6.2. Truncating open files remains possible.
  truncate: [76, 45],
};

/**
 * Landlock doesn't protect the sockets of other programs, such as databases, session buses and key agents, so
 * connecting is refused. Accepting is refused too: LibreOffice would have to connect to itself to end its wait.
 */
const meetings: Readonly<Record<string, Call>> = { connect: [42, 203], accept: [43, 202], accept4: [288, 242] };

/** A filter can't see their arguments, which are in memory; the C library falls back to the older calls. */
const absent: Readonly<Record<string, Call>> = { clone3: everywhere(435), openat2: everywhere(437) };

/** Landlock doesn't control these, and an account may change its own files, so they do nothing and report success. */
const pretended: Readonly<Record<string, Call>> = {
  chmod: [90, null],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: everywhere(452),
  chown: [92, null],
  fchown: [93, 55],
  lchown: [94, null],
  fchownat: [260, 54],
  utime: [132, null],
  utimes: [235, null],
  futimesat: [261, null],
  utimensat: [280, 88],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  setxattrat: everywhere(463),
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
  removexattrat: everywhere(466),
};

const errors = { EPERM: 1, EACCES: 13, ENOSYS: 38, none: 0 } as const;

const load = (offset: number) => instruction(0x20, offset);
const and = (mask: number) => instruction(0x54, mask);
/** Jumps over `count` instructions if the loaded word equals the value, or if it doesn't. */
const skipIfEqual = (value: number, count: number) => instruction(0x15, value, count, 0);
const skipUnlessEqual = (value: number, count: number) => instruction(0x15, value, 0, count);
const skipIfAnySet = (mask: number, count: number) => instruction(0x45, mask, count, 0);
const skipIfBelow = (value: number, count: number) => instruction(0x35, value, 0, count);
const answer = (error: keyof typeof errors) => instruction(0x06, 0x00050000 | errors[error]);
const allow = instruction(0x06, 0x7fff0000);
const kill = instruction(0x06, 0x80000000);

const callNumber = load(0);
const architecture = load(4);
/** The lower 32 bits of an argument, which are all the kernel reads of an int. */
const argument = (index: number) => load(16 + index * 8);

const namespaceFlags = 0x7e020000;
const [unix, stream, seqpacket] = [1, 1, 5];
const [accessMode, truncates, mayWrite] = [0o3, 0o1000, 2];
const [pushInput, consoleControl, setFlags, setExtendedFlags] = [0x5412, 0x541c, 0x40086602, 0x401c5820];

/**
 * The BPF program the kernel runs before each system call, in hexadecimal. `isAlone` means the process can see no
 * sockets but its own.
 */
export function systemCallFilter(processor: Processor, isAlone: boolean): string {
  const at = processor === 'x64' ? 0 : 1;
  const unlessCalled = (call: Call, body: readonly Buffer[]): readonly Buffer[] => {
    const number = call[at];
    // The body replaces the loaded call number, so every body must end in a verdict.
    return number === null ? [] : [skipUnlessEqual(number ?? 0, body.length), ...body];
  };
  const answerEach = (calls: Readonly<Record<string, Call>>, error: keyof typeof errors) =>
    Object.values(calls).flatMap((call) => unlessCalled(call, [answer(error)]));
  // Only stream sockets: a datagram names its receiver in memory, which a filter can't see.
  const unixStreams = [
    argument(0),
    skipUnlessEqual(unix, 4),
    argument(1),
    and(0xf),
    skipIfEqual(stream, 2),
    skipIfEqual(seqpacket, 1),
    answer('EACCES'),
    allow,
  ];
  const opening = (flags: number) => [
    argument(flags),
    and(accessMode | truncates),
    skipUnlessEqual(truncates, 1),
    answer('EACCES'),
    allow,
  ];
  const asking = (mode: number) => [argument(mode), skipUnlessEqual(mayWrite, 1), answer('EACCES'), allow];
  const program = [
    architecture,
    skipIfEqual(auditArch[processor], 1),
    kill,
    callNumber,
    // The x32 ABI, a second set of calls for 32-bit pointers with their own numbers.
    ...(processor === 'x64' ? [skipIfBelow(512, 1), answer('ENOSYS')] : []),
    ...answerEach(isAlone ? refused : { ...refused, ...meetings }, 'EPERM'),
    ...answerEach(absent, 'ENOSYS'),
    ...answerEach(pretended, 'none'),
    ...unlessCalled([41, 198], unixStreams),
    ...unlessCalled([53, 199], unixStreams),
    ...unlessCalled([56, 220], [argument(0), skipIfAnySet(namespaceFlags, 1), allow, answer('EPERM')]),
    ...unlessCalled([2, null], opening(1)),
    ...unlessCalled([257, 56], opening(2)),
    // access() ignores Landlock, so LibreOffice would insist on writing to /tmp.
    ...unlessCalled([21, null], asking(1)),
    ...unlessCalled([269, 48], asking(2)),
    ...unlessCalled(everywhere(439), asking(2)),
    // Setting limits of other processes.
    ...unlessCalled([302, 261], [argument(0), skipIfEqual(0, 1), answer('EPERM'), allow]),
    // A signal to all processes.
    ...unlessCalled([62, 129], [argument(0), skipUnlessEqual(0xffffffff, 1), answer('EPERM'), allow]),
    ...unlessCalled(
      [16, 29],
      [
        argument(1),
        ...[pushInput, consoleControl, setFlags, setExtendedFlags].flatMap((command) => [
          skipUnlessEqual(command, 1),
          answer('EPERM'),
        ]),
        allow,
      ],
    ),
    allow,
  ];
  return Buffer.concat(program).toString('hex');
}

/** Encodes a `struct sock_filter`. */
function instruction(code: number, operand: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(operand >>> 0, 4);
  return bytes;
}
