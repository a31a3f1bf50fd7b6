import type { BacktestRun, ChangeKind, ProductProgram } from '@cardwright/contract';
import { CardwrightError } from '@cardwright/sdk/browser';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { RunComparisonView } from '../../parts/bank-run/run-comparison.tsx';
import { isChangeRequested } from '../../parts/decision/change-requested.ts';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { useKindsForSecondPerson, useSecondPerson } from '../../parts/decision/second-person.ts';
import { faultAt, OtherFaults, type TypedFault } from '../../parts/page/findings.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { Time } from '../../parts/value/time.tsx';
import { TimeField } from '../../parts/value/time-field.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ProgramDifferences, ProgramDifferenceWords } from './program-difference.tsx';
import { type Definition, definitionDifferences, NO_DEFINITION } from './program-draft.ts';
import { type CreatedVersion, useCreateVersion } from './program-queries.ts';
import classes from './programs.module.css';

/** The fields that show faults. */
const PLACES = ['defaults', 'ceilings', 'limits', 'inForceFrom'];

interface MakeParts {
  readonly product: ProductProgram;
  readonly draft: Definition;
  /** Whether a backtest ran with exactly this definition. */
  readonly isPreviewed: boolean;
  /** The backtest with exactly this definition, once it is done, and that of the version in force. */
  readonly run: BacktestRun | undefined;
  readonly today: BacktestRun | undefined;
  /** Whether the backtest is done: its effects are known only then. */
  readonly isRunDone: boolean;
  readonly isStarting: boolean;
  readonly look: () => void;
  readonly error: unknown;
  readonly faults: readonly TypedFault[];
  /** Reports the server's findings when it refuses the version. */
  readonly refuse: (error: unknown) => void;
  /** Reports that the version was requested, because it needs a second person. */
  readonly requested: () => void;
  readonly done: (made: CreatedVersion) => void;
}

/** Shows the changes and the start of a version, and the two steps to create it: a backtest, then the creation. */
export function CreateVersionPanel({
  product,
  draft,
  isPreviewed,
  run,
  today,
  isRunDone,
  isStarting,
  look,
  error,
  faults,
  refuse,
  requested,
  done,
}: MakeParts) {
  const { t } = useWords();
  const zone = useTimeZone();
  const mayLook = useHasScope('authorizations:read');
  const [from, setFrom] = useState('');
  const [act, choose] = useState<ConfirmAction>();
  const make = useCreateVersion(product);
  const second = useSecondPerson();
  const required = useKindsForSecondPerson();
  const isRequired = (kind: ChangeKind) => required.includes(kind);
  const differences = definitionDifferences(product.in_force ?? NO_DEFINITION, draft);
  // If the maximum number of runs is in progress, the version can be created without a backtest.
  const isHeldUp = error !== null && faults.length === 0;
  const mayMake = (isPreviewed && isRunDone) || !mayLook || isHeldUp;
  const kinds: ChangeKind[] = differences.map(({ part }) => (part === 'limits' ? 'limit.change' : 'program.change'));
  const secondLook = () => {
    const action: ConfirmAction = {
      title: t('program.makeTitle', { name: product.name }),
      effects: [
        ...differences.map((of) => <ProgramDifferenceWords key={`${of.part} ${of.field}`} of={of} />),
        from === '' ? t('program.atOnce') : <Later key="from" from={from} />,
        t('program.ofExisting'),
      ],
      more: run && <RunComparisonView run={run} today={today} />,
      verb: t('program.make'),
      carryOut: async (reason) => {
        try {
          done(await make(draft, from, reason));
        } catch (failed) {
          if (isChangeRequested(failed)) requested();
          if (!(failed instanceof CardwrightError) || failed.findings.length === 0) throw failed;
          refuse(failed);
        }
      },
    };
    choose(second(kinds.find(isRequired), action));
  };
  return (
    <Panel title={t('program.changes')}>
      <ProgramDifferences of={differences} />
      <div className={classes.inputs}>
        <TimeField
          hasVisibleLabel
          label={t('program.fromLabel', { zone })}
          value={from}
          zone={zone}
          onChange={setFrom}
        />
      </div>
      {faultAt(faults, 'inForceFrom')}
      <OtherFaults error={error} faults={faults} displayed={PLACES} />
      <Group gap="xs">
        {mayLook && (
          <Button variant={isPreviewed ? 'default' : 'filled'} loading={isStarting} onClick={look}>
            {t('program.look')}
          </Button>
        )}
        <Button variant={mayMake ? 'filled' : 'default'} disabled={!mayMake} onClick={secondLook}>
          {t('program.make')}
        </Button>
      </Group>
      {!mayMake && <p className={classes.dimmed}>{t('program.lookFirst')}</p>}
      <ConfirmDialog isSheet={run && true} act={act} close={() => choose(undefined)} />
    </Panel>
  );
}

function Later({ from }: { from: string }) {
  const { t } = useWords();
  return (
    <>
      {t('program.from')} <Time at={from} />
    </>
  );
}
