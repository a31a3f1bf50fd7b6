import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type CommandResult, runCommand } from '../../../server/src/testing/system/command.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../../server/src/testing/system/server-process.ts';
import { startSandbox } from '../../../server/src/testing/system/start-sandbox.ts';

/** A sandbox and a folder for files. The members are set before the tests run. */
interface CommandWorld {
  server: ServerProcess;
  files: string;
  /** Runs the command line as a client of the sandbox. */
  as(client: string, ...args: string[]): Promise<CommandResult>;
  /** Runs the command line as the demo bank. */
  run(...args: string[]): Promise<CommandResult>;
}

/** Starts a sandbox for the tests of a file, and removes it after them. */
export function commandWorld(name: string, environment: Readonly<Record<string, string>> = {}): CommandWorld {
  const data = dataFolder();
  const as: CommandWorld['as'] = (client, ...args) =>
    runCommand(args, {
      CARDWRIGHT_URL: world.server.url,
      CARDWRIGHT_CLIENT_ID: client,
      CARDWRIGHT_CLIENT_SECRET: `${client}-secret`,
      ...environment,
    });
  const world = { as, run: (...args: string[]) => as('demo-bank', ...args) } as CommandWorld;
  beforeAll(async () => {
    world.files = await mkdtemp(join(tmpdir(), `cardwright-${name}-`));
    world.server = await startSandbox({ CARDWRIGHT_DATA_DIR: data });
  });
  afterAll(async () => {
    await cleanUp([world.server], data);
    await rm(world.files, { recursive: true, force: true });
  });
  return world;
}
