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

/** What the fields of the page show and change. */
export interface SettingsEditor {
  /** What is set now, laid under what somebody means to set. */
  readonly shownValue: (field: SettingsField) => string;
  readonly set: (field: SettingsField, value: string) => void;
  readonly mayChange: boolean;
  readonly settings: SettingsResponse['cardSettings'];
  /** Whether a value comes from the program of the product: nobody set it, and nobody means to. */
  readonly isInherited: (field: SettingsField) => boolean;
}

export interface DraftState {
  readonly editing: SettingsEditor;
  readonly draft: Draft | undefined;
  readonly patch: SettingValues;
  /** What somebody else set since the draft was begun. */
  readonly meanwhile: readonly Difference[];
  /** The draft stays, upon what is set now. */
  readonly goOn: () => void;
  readonly drop: () => void;
}

/** A draft begins with the first field that is changed, from the settings that were seen then. */
export function useDraft(current: SettingsResponse): DraftState {
  const [draft, keep] = useState<Draft>();
  const mayChange = useHasScope('settings:write');
  const set = (field: SettingsField, value: string) =>
    keep((before) => withValue(before ?? { seen: current, values: {} }, field, value));
  const shown: SettingValues = { ...current.cardSettings, ...draft?.values };
  const inherited = new Set(current.inherited?.fields);
  const isInherited = (field: SettingsField) => inherited.has(field) && draft?.values[field] === undefined;
  const patch = draft === undefined ? {} : patchOf(draft);
  return {
    editing: {
      shownValue: (field) => displayedValue(shown, field),
      set,
      mayChange,
      settings: current.cardSettings,
      isInherited,
    },
    draft,
    patch,
    meanwhile: draft === undefined ? [] : concurrentChanges(draft.seen, current),
    goOn: () => keep((before) => before && { ...before, seen: current }),
    drop: () => keep(undefined),
  };
}
