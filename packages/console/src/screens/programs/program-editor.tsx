import type { BacktestRun, ProductProgram, SettingsField } from '@cardwright/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isRunning } from '../../parts/bank-run/bank-run-queries.ts';
import { RunOutcome } from '../../parts/bank-run/run-outcome.tsx';
import { RunPanel } from '../../parts/bank-run/run-panel.tsx';
import { LeaveGuard } from '../../parts/decision/leave-guard.tsx';
import { faultsOf } from '../../parts/page/findings.tsx';
import { CreateVersionPanel } from './create-version-panel.tsx';
import { InheritancePanel } from './inheritance-panel.tsx';
import {
  backtestDefinition,
  type Definition,
  definitionOfDraft,
  definitionToSend,
  draftOfDefinition,
  isSameDefinition,
  type ProgramPart,
} from './program-draft.ts';
import { ProgramFields } from './program-fields.tsx';
import { faultsOfBacktestLimits, sharedLimits } from './program-limit-draft.ts';
import { ProgramLimitFields } from './program-limit-fields.tsx';
import { ProvisioningFields } from './program-provisioning.tsx';
import { type CreatedVersion, programOfRun, useStartBacktest } from './program-queries.ts';
import classes from './programs.module.css';
import { VersionCreatedNotice } from './version-created-notice.tsx';

interface EditorParts {
  readonly product: ProductProgram;
  readonly first: Definition;
  /** The backtest of this version. */
  readonly run: BacktestRun | undefined;
  /** The backtest of the version in force. */
  readonly today: BacktestRun | undefined;
}

/** Edits a version. A backtest shows its effects before it is created. */
export function ProgramEditor({ product, first, run, today }: EditorParts) {
  const productCode = product.product_code;
  const navigate = useNavigate({ from: '/programs/$productCode/new' });
  const search = useSearch({ from: '/programs/$productCode/new' });
  const [draft, setDraft] = useState(() => draftOfDefinition(first));
  const [saved, setSaved] = useState(draft);
  const [refused, refuse] = useState<unknown>(null);
  const [created, setCreated] = useState<CreatedVersion>();
  const start = useStartBacktest(product);
  const definition = definitionOfDraft(draft);
  const ofLook = faultsOfBacktestLimits(faultsOf(start.error, 'proposal.program.'), draft.limits);
  const faults = [...ofLook, ...faultsOf(refused)];
  const previewed = run === undefined ? undefined : programOfRun(run, productCode);
  const isPreviewed = previewed !== undefined && isSameDefinition(previewed, backtestDefinition(definition));
  const isRunDone = [run, today].every((one) => one === undefined || !isRunning(one)) && run !== undefined;
  const set = (part: ProgramPart, field: SettingsField, value: string) =>
    setDraft((typed) => ({ ...typed, [part]: { ...typed[part], [field]: value } }));
  const look = () => {
    refuse(null);
    const shared = sharedIn(definition);
    start.mutate(definition, {
      onSuccess: (runs) =>
        void navigate({
          search: { ...search, run: runs.run, today: runs.today, ...(shared !== sharedIn(first) && { shared }) },
          resetScroll: false,
        }),
    });
  };
  const done = (version: CreatedVersion) => {
    if (version.warnings.length > 0) return setCreated(version);
    return void navigate({ to: '/programs/$productCode', params: { productCode }, ignoreBlocker: true });
  };
  if (created !== undefined) return <VersionCreatedNotice made={created} />;
  return (
    <div className={classes.form}>
      <LeaveGuard isDirty={draft !== saved && !isPreviewed} />
      <ProgramFields draft={draft} set={set} faults={faults} />
      <ProgramLimitFields
        drafts={draft.limits}
        setDraft={(change) => setDraft((typed) => ({ ...typed, limits: change(typed.limits) }))}
        faults={faults}
      />
      <ProvisioningFields
        of={draft.provisioning}
        set={(provisioning) => setDraft((typed) => ({ ...typed, provisioning }))}
        faults={faults}
      />
      <InheritancePanel
        productCode={productCode}
        program={definitionToSend(definition)}
        accountNumber={search.account_number}
        choose={(account) => void navigate({ search: { ...search, account_number: account }, resetScroll: false })}
      />
      <CreateVersionPanel
        product={product}
        draft={definition}
        isPreviewed={isPreviewed}
        run={isPreviewed && isRunDone ? run : undefined}
        today={today}
        isRunDone={isRunDone}
        isStarting={start.isPending}
        look={look}
        error={start.error ?? refused}
        faults={faults}
        refuse={refuse}
        requested={() => setSaved(draft)}
        done={done}
      />
      {run !== undefined && isPreviewed && (
        <>
          <RunPanel run={run} />
          {isRunDone && <RunOutcome run={run} today={today} />}
        </>
      )}
    </div>
  );
}

/** The shared limits as the address holds them. */
function sharedIn(definition: Definition): string {
  return JSON.stringify(sharedLimits(definitionOfDraft(draftOfDefinition(definition)).limits));
}
