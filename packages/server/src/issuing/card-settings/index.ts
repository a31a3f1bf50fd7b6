export { type CardSettings, NO_SETTINGS, patchOfSpent, type StoredSettings, toCardSettings } from './card-settings.ts';
export { cardSettingsOperations } from './card-settings-operations.ts';
export { findPatchFaults, settingsSent } from './check-patch.ts';
export { type Counters, readCounters, releaseUse, windowsOf, writeCounters } from './counters.ts';
export { toPatch } from './make-patch.ts';
export { settingsInForce } from './settings-in-force.ts';
export { inColumn } from './settings-response.ts';
export { readHighestLimits } from './settings-store.ts';
