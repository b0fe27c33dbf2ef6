/**
 * `instead`: slower alternative commands that make the package optional. `installed` is absent where there is no dpkg.
 * @typedef {'start' | 'test'} Purpose
 * @typedef {{ package: string, for: string, neededBy: Purpose[], packages?: string[], commands?: string[], instead?: string[] }} SystemPackage
 *
 * `instead`: commands that serve as well, only slower: nobody has to install anything for them.
 *
 * What can be seen of the machine; `installed` is absent where there is no dpkg.
 * @typedef {{ hasCommand: (name: string) => boolean, installed: ReadonlySet<string> | undefined }} Machine
 */

/**
 * A package is present if one of its Debian packages is installed (other variants must not be replaced), otherwise if
 * its commands exist. If neither can tell, it is assumed to be present.
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
 * Missing packages without an alternative.
 * @param {SystemPackage[]} missing
 * @param {Machine['hasCommand']} hasCommand
 */
export function indispensable(missing, hasCommand) {
  return missing.filter((wanted) => !wanted.instead?.every(hasCommand));
}

/**
 * The install commands this process may run; undefined if it may not install.
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
 * The command for a person to run instead.
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
