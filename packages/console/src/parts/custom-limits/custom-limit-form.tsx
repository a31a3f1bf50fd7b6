import type { LimitInForce, ProposedLimit } from '@cardwright/contract';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { BacktestPreview, useBacktestPreview } from '../decision/backtest-preview.tsx';
import { type ConfirmAction, ConfirmDialog } from '../decision/confirm-dialog.tsx';
import { faultsOf, OtherFaults, type TypedFault } from '../page/findings.tsx';
import { CustomLimitFields, LIMIT_PLACES } from './custom-limit-fields.tsx';
import { CustomLimitOwner } from './custom-limit-owner.tsx';
import { type LimitWarning, limitOwnerOf, useLimitChanges } from './custom-limit-queries.ts';
import { useLimitDescription } from './custom-limit-words.ts';
import classes from './custom-limits.module.css';
import { accountLimitOfDraft, continuesCounting, type LimitDraft, limitDraftOf } from './limit-draft.ts';

interface FormParts {
  readonly accountNumber: string;
  readonly currency: string;
  readonly first: LimitDraft;
  /** The limit that it replaces. */
  readonly before: LimitInForce | undefined;
  readonly onWarnings: (warnings: readonly LimitWarning[]) => void;
  readonly close: () => void;
}

/** A form for a limit. The history of the account shows the effect of the limit, and the server validates it. */
export function CustomLimitForm({ accountNumber, currency, first, before, onWarnings, close }: FormParts) {
  const { t } = useWords();
  const [draft, setDraft] = useState(first);
  const [act, choose] = useState<ConfirmAction>();
  const { set } = useLimitChanges(accountNumber);
  const effects = useEffects(before, currency);
  const check = useLimitCheck(accountNumber);
  const look = (event: FormEvent) => {
    event.preventDefault();
    check.mutate(draft, {
      onSuccess: ({ terms, proposed }) =>
        choose({
          title: t(before === undefined ? 'customLimit.setTitle' : 'customLimit.changeTitle', { name: draft.id }),
          effects: effects(draft, terms),
          more: <BacktestPreview accountNumber={accountNumber} proposed={{ limits: [proposed] }} />,
          verb: t('controls.save'),
          carryOut: async () => {
            onWarnings(await set(terms, limitOwnerOf(draft)));
            close();
          },
        }),
    });
  };
  const { error } = check;
  const faults = error instanceof NotSendable ? [error.fault] : faultsOf(error, 'limits[0].');
  const verb = t(before === undefined ? 'customLimits.add' : 'customLimit.change');
  return (
    <form onSubmit={look} className={classes.form} aria-label={verb} noValidate>
      <CustomLimitFields
        draft={draft}
        set={(change) => setDraft((typed) => ({ ...typed, ...change }))}
        isNew={before === undefined}
        currency={currency}
        faults={faults}
      >
        <CustomLimitOwner
          accountNumber={accountNumber}
          of={draft}
          isNew={before === undefined}
          choose={(owner) => setDraft((typed) => ({ ...typed, ...owner }))}
          faults={faults}
        />
      </CustomLimitFields>
      <div className={classes.wide}>
        <OtherFaults error={error} faults={faults} displayed={LIMIT_PLACES} />
        <Group gap="xs">
          <Button type="submit" loading={check.isPending}>
            {t('controls.look')}
          </Button>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
        </Group>
      </div>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </form>
  );
}

/** The typed text is not JSON. The editor shows the line of the error. */
class NotSendable extends Error {
  readonly fault: TypedFault;

  constructor(path: string) {
    super(path);
    this.fault = { path, message: '' };
  }
}

/** Runs a backtest of the account with the limit, through which the server validates the whole limit. */
function useLimitCheck(accountNumber: string) {
  const cache = useQueryClient();
  const pastEffect = useBacktestPreview(accountNumber);
  const mayPreview = useHasScope('authorizations:read');
  return useMutation({
    mutationFn: async (draft: LimitDraft) => {
      const { terms, fault } = accountLimitOfDraft(draft);
      if (fault !== undefined) throw new NotSendable(fault.path);
      const proposed = { ...terms, ...limitOwnerOf(draft) } as ProposedLimit;
      if (mayPreview) await cache.fetchQuery(pastEffect({ limits: [proposed] }));
      return { terms, proposed };
    },
  });
}

/** Describes the effects of setting the limit. */
function useEffects(before: LimitInForce | undefined, currency: string) {
  const { t } = useWords();
  const inWords = useLimitDescription();
  return (draft: LimitDraft, terms: object) => {
    const sentence = inWords(terms);
    const goesOn = before !== undefined && continuesCounting(limitDraftOf(before, before.card_identifier_id), draft);
    const isOther = before !== undefined && inWords(before) !== sentence;
    const max = draft.measure === 'amount' ? `${currency} ${draft.max}` : draft.max;
    return [
      draft.measure === 'lock' ? sentence : t('customLimit.atMost', { what: sentence, max }),
      ...(isOther ? [t('customLimit.before', { what: inWords(before) })] : []),
      t(goesOn ? 'customLimit.goesOn' : 'customLimit.beginsNow'),
    ];
  };
}
