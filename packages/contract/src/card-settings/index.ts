import { getSettings } from './get-settings.ts';
import { updateSettings } from './update-settings.ts';

export * from './get-settings.ts';
export * from './settings-fields.ts';
export * from './shown-settings.ts';
export * from './update-settings.ts';

export const CARD_SETTINGS_OPERATIONS = [updateSettings, getSettings] as const;
