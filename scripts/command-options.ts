import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The options of a command. An unknown one ends it with the list of those there are. */
export function commandOptions<Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    console.error(`${(error as Error).message.split('. ')[0]}. Options: ${known.join(', ')}.`);
    process.exit(64);
  }
}
