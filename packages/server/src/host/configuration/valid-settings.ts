import { hostUrls } from '../../platform/storage/index.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';

/** Reads the settings as {@link readSettings} does, and checks that the database URLs can be parsed. */
export function readValidSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const settings = readSettings(environment);
  for (const name of ['DATABASE_URL', 'CARDWRIGHT_OWNER_DATABASE_URL'] as const) {
    try {
      hostUrls(settings[name] ?? '');
    } catch (error) {
      throw new SettingError(`${name} ${(error as Error).message}`);
    }
  }
  return settings;
}
