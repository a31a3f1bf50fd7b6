// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { getSettings } from './get-settings.ts';
import { updateSettings } from './update-settings.ts';

export * from './get-settings.ts';
export * from './update-settings.ts';

export const CARD_SETTINGS_OPERATIONS = [updateSettings, getSettings] as const;
