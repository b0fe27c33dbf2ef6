/**
 * @typedef {'start' | 'test'} Purpose
 * @typedef {{ package: string, for: string, neededBy: Purpose[], packages?: string[], commands?: string[], instead?: string[] }} SystemPackage
 *
 * `instead`: commands that serve as well, only slower: nobody has to install anything for them.
 *
 * What can be seen of the machine; `installed` is absent where there is no dpkg.
 * @typedef {{ hasCommand: (name: string) => boolean, installed: ReadonlySet<string> | undefined }} Machine
 */

/**
 * A package that names Debian packages is there when one of them is installed (another variant must not be replaced);
 * else its commands tell. Where neither can tell, it is believed to be there.
 * @param {SystemPackage} wanted
 * @param {Machine} machine
 */
function isPresent(wanted, machine) {
  const { installed } = machine;
  if (wanted.packages && installed) return wanted.packages.some((name) => installed.has(name));
  return (wanted.commands ?? []).every(machine.hasCommand);
}

/**
 * @param {SystemPackage[]} list
 * @param {Purpose} purpose
 * @param {Machine} machine
 */
export function missingPackages(list, purpose, machine) {
  return list.filter((wanted) => wanted.neededBy.includes(purpose) && !isPresent(wanted, machine));
}

/**
 * Of what is missing, what nothing else serves for.
 * @param {SystemPackage[]} missing
 * @param {Machine['hasCommand']} hasCommand
 */
export function indispensable(missing, hasCommand) {
  return missing.filter((wanted) => !wanted.instead?.every(hasCommand));
}

/**
 * How this process may install: `undefined` when it may not.
 * @typedef {{ isRoot: boolean, hasSudo: boolean, hasApt: boolean }} Rights
 * @param {SystemPackage[]} missing
 * @param {Rights} rights
 * @returns {string[][] | undefined} commands, one after the other
 */
export function installSteps(missing, rights) {
  if (!rights.hasApt || !(rights.isRoot || rights.hasSudo)) return undefined;
  const prefix = rights.isRoot ? [] : ['sudo', '-n'];
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=300'];
  return [
    [...apt, 'update'],
    [...apt, 'install', '-y', '--no-install-recommends', ...missing.map((wanted) => wanted.package)],
  ];
}

/**
 * The one command that a person runs instead.
 * @param {SystemPackage[]} missing
 */
export function commandForPerson(missing) {
  const names = missing.map((wanted) => wanted.package).join(' ');
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}`;
}

/**
 * @param {SystemPackage[]} missing
 * @param {boolean} hasApt
 */
export function explainMissing(missing, hasApt) {
  const width = Math.max(...missing.map((wanted) => wanted.package.length));
  const rows = missing.map((wanted) => `  ${wanted.package.padEnd(width)}  ${wanted.for}`);
  const remedy = hasApt
    ? ['Install them with:', `  ${commandForPerson(missing)}`]
    : ['These are Debian package names. Install their equivalents on your system.'];
  return ['These system packages are missing:', ...rows, ...remedy].join('\n');
}
