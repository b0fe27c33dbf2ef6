import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Parses the options of a command. An unknown option prints the valid ones and exits. */
export function commandOptions<Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    console.error(`${(error as Error).message.split('. ')[0]}. Options: ${known.join(', ')}.`);
    process.exit(64);
  }
}
