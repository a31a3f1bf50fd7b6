export { type CardSettings, NO_SETTINGS, stateOf, toCardSettings } from './card-settings.ts';
export { type Counters, NO_COUNTERS } from './counters.ts';
