import type { AccountDetails } from '@cardwright/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { LeaveGuard } from '../../parts/decision/leave-guard.tsx';
import { useWords } from '../../words/language.ts';
import { ChangePreview } from './change-preview.tsx';
import { useControlChanges } from './control-queries.ts';
import classes from './controls.module.css';
import { DifferenceWords } from './difference-words.tsx';
import { differencesOf } from './settings-draft.ts';
import type { DraftState } from './use-settings-draft.ts';

interface UnsavedParts {
  readonly account: AccountDetails;
  readonly exid: string;
  readonly state: DraftState;
}

/** Shows the number of unsaved changes, and a button to review them before they are saved. */
export function UnsavedChanges({ account, exid, state: { draft, patch, conflict, drop } }: UnsavedParts) {
  const { t } = useWords();
  const { save } = useControlChanges(exid);
  const [act, choose] = useState<ConfirmAction>();
  const count = Object.keys(patch).length;
  if (draft === undefined || count === 0) return null;
  const { seen } = draft;
  const look = () =>
    choose({
      title: t('controls.lookTitle'),
      effects: differencesOf(seen.cardSettings, patch).map((difference) => (
        <DifferenceWords key={difference.field} of={difference} currency={account.currency} />
      )),
      more: <ChangePreview account={account} seen={seen.cardSettings} patch={patch} />,
      verb: t('controls.save'),
      carryOut: async () => {
        await save(patch, seen.cardFeatureChecksum);
        drop();
      },
    });
  return (
    <section className={classes.unsaved} aria-label={t('controls.unsaved', { count })}>
      <LeaveGuard isDirty />
      <span>{t('controls.unsaved', { count })}</span>
      <Group gap="xs">
        <Button variant="default" onClick={drop}>
          {t('controls.drop')}
        </Button>
        <Button onClick={look} disabled={conflict.length > 0}>
          {t('controls.look')}
        </Button>
      </Group>
      <ConfirmDialog isSheet act={act} close={() => choose(undefined)} />
    </section>
  );
}
