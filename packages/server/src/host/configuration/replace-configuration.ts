import { replaceDurably } from '../../platform/kernel/durable-file.ts';
import { readConfiguration } from './configuration.ts';
import type { Configuration } from './configuration-schema.ts';

/**
 * Replaces the configuration file of a server atomically, with its mode and its owner. If a server would not start with
 * the new content, throws one error that lists every problem, and leaves the file unchanged.
 */
export async function replaceConfiguration(path: string, configuration: Configuration): Promise<void> {
  await replaceDurably(path, `${JSON.stringify(configuration, null, 2)}\n`, (temporary) =>
    readConfiguration(temporary),
  );
}
