import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Creates the data folder if it is missing. If the path is not writable, the error names the setting. */
export async function ensureDataFolder(dataDir: string): Promise<void> {
  const folder = resolve(dataDir);
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `cannot create or write to the data folder ${folder} (${code}): set CARDWRIGHT_DATA_DIR to a folder that this account ` +
        'can write to',
      { cause: error },
    );
  }
}
