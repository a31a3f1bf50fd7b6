import type { SettingsField } from '@cardwright/contract';
import { useState } from 'react';
import { useHasScope } from '../../session/session.ts';
import {
  concurrentChanges,
  type Difference,
  type Draft,
  displayedValue,
  patchOf,
  type SettingsResponse,
  type SettingValues,
  withValue,
} from './settings-draft.ts';

/** The values that the fields of the page show, and the means to change them. */
export interface SettingsEditor {
  /** The value of the draft, or else the current setting. */
  readonly displayedValueOf: (field: SettingsField) => string;
  readonly set: (field: SettingsField, value: string) => void;
  readonly mayChange: boolean;
  readonly settings: SettingsResponse['cardSettings'];
  /** Whether a value comes from the program of the product and the draft does not change it. */
  readonly isInherited: (field: SettingsField) => boolean;
}

export interface DraftState {
  readonly editing: SettingsEditor;
  readonly draft: Draft | undefined;
  readonly patch: SettingValues;
  /** The changes that others made since the draft began. */
  readonly conflict: readonly Difference[];
  /** Keeps the draft on top of the current settings. */
  readonly goOn: () => void;
  readonly drop: () => void;
}

/** A draft begins when the first field changes, from the settings that are displayed at that time. */
export function useDraft(current: SettingsResponse): DraftState {
  const [draft, setDraft] = useState<Draft>();
  const mayChange = useHasScope('settings:write');
  const set = (field: SettingsField, value: string) =>
    setDraft((before) => withValue(before ?? { seen: current, values: {} }, field, value));
  const displayed: SettingValues = { ...current.cardSettings, ...draft?.values };
  const inherited = new Set(current.inherited?.fields);
  const isInherited = (field: SettingsField) => inherited.has(field) && draft?.values[field] === undefined;
  const patch = draft === undefined ? {} : patchOf(draft);
  return {
    editing: {
      displayedValueOf: (field) => displayedValue(displayed, field),
      set,
      mayChange,
      settings: current.cardSettings,
      isInherited,
    },
    draft,
    patch,
    conflict: draft === undefined ? [] : concurrentChanges(draft.seen, current),
    goOn: () => setDraft((before) => before && { ...before, seen: current }),
    drop: () => setDraft(undefined),
  };
}
