import { join } from 'node:path';
import type { EmbossDeps } from '../../issuing/embossing/index.ts';
import type { Settings } from '../configuration/settings.ts';

/** Returns the dependencies of embossing files, configured by the settings. */
export function embossDeps(settings: Settings, deps: Omit<EmbossDeps, 'folder' | 'isSandbox'>): EmbossDeps {
  return {
    ...deps,
    folder: embossingFolderOf(settings),
    isSandbox: settings.CARDWRIGHT_MODE === 'sandbox',
  };
}

export function embossingFolderOf(settings: Settings): string {
  return settings.CARDWRIGHT_EMBOSSING_DIR ?? join(settings.CARDWRIGHT_DATA_DIR, 'embossing');
}
