import type { ProgramLimitLevel } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CustomLimitFields, LIMIT_PLACES } from '../../parts/custom-limits/custom-limit-fields.tsx';
import { CustomLimitSummary } from '../../parts/custom-limits/custom-limit-summary.tsx';
import { PROGRAM_LEVEL_WORDS } from '../../parts/custom-limits/custom-limit-words.ts';
import { useCurrencyOf } from '../../parts/custom-limits/shared-limit-lines.tsx';
import { faultAt, faultsUnder, type TypedFault } from '../../parts/page/findings.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { WordSelect } from '../../parts/value/word-select.tsx';
import { useWords } from '../../words/language.ts';
import { limitOfDraft, type ProgramLimitDraft, withNewLimit } from './program-limit-draft.ts';
import classes from './programs.module.css';

interface FieldsParts {
  readonly drafts: readonly ProgramLimitDraft[];
  readonly setDraft: (change: (drafts: readonly ProgramLimitDraft[]) => readonly ProgramLimitDraft[]) => void;
  readonly faults: readonly TypedFault[];
}

/** Lists the limits of a version, one per line. A limit opens for editing on request, or if it has a fault. */
export function ProgramLimitFields({ drafts, setDraft, faults }: FieldsParts) {
  const { t } = useWords();
  return (
    <Panel title={t('customLimits.title')}>
      <p className={classes.about}>{t('program.ownLimitsAbout')}</p>
      <ul className={classes.list}>
        {drafts.map((draft, at) => (
          <LimitRow
            key={draft.key}
            draft={draft}
            faults={faultsUnder(faults, `limits[${at}]`)}
            set={(change) => setDraft((all) => all.map((one) => (one.key === draft.key ? { ...one, ...change } : one)))}
            leaveOut={() => setDraft((all) => all.filter(({ key }) => key !== draft.key))}
          />
        ))}
      </ul>
      <Button variant="default" mt="sm" onClick={() => setDraft((all) => [...all, withNewLimit(all)])}>
        {t('customLimits.add')}
      </Button>
    </Panel>
  );
}

interface RowParts {
  readonly draft: ProgramLimitDraft;
  readonly faults: readonly TypedFault[];
  readonly set: (change: Partial<ProgramLimitDraft>) => void;
  readonly leaveOut: () => void;
}

function LimitRow({ draft, faults, set, leaveOut }: RowParts) {
  const { t } = useWords();
  const currencyOf = useCurrencyOf();
  const [isOpen, open] = useState(draft.id === '');
  const isTyped = isOpen || faults.length > 0;
  const { level } = draft;
  return (
    <li className={classes.version} data-program-limit={draft.id}>
      <div className={classes.head}>
        <bdi dir="ltr" className={classes.number}>
          {draft.id}
        </bdi>
        <span className={classes.dimmed}>{t(PROGRAM_LEVEL_WORDS[level])}</span>
        <span className={classes.acts}>
          {faults.length === 0 && (
            <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
              {t(isOpen ? 'program.foldLimit' : 'customLimit.change')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={leaveOut}>
            {t('program.leaveOut')}
          </Button>
        </span>
      </div>
      {isTyped ? (
        <fieldset className={classes.limit} aria-label={`${t('program.limitOf')} ${draft.id}`}>
          <CustomLimitFields draft={draft} set={set} isNew currency={currencyOf(level) ?? undefined} faults={faults}>
            <WordSelect<ProgramLimitLevel>
              label={t('customLimit.owner')}
              value={level}
              words={PROGRAM_LEVEL_WORDS}
              error={faultAt(faults, 'level')}
              onChange={(chosen) => set({ level: chosen })}
            />
          </CustomLimitFields>
          <OtherFaultsOf faults={faults} />
        </fieldset>
      ) : (
        <span>
          <CustomLimitSummary limit={limitOfDraft(draft)} currency={currencyOf(level)} />
        </span>
      )}
    </li>
  );
}

/** Lists faults without a field of their own. */
function OtherFaultsOf({ faults }: { faults: readonly TypedFault[] }) {
  const others = faults.filter(({ path }) => !LIMIT_PLACES.some((place) => path.split(/[.[]/)[0] === place));
  return others.map(({ path, message }) => (
    <p key={path + message} data-fault={path} className={classes.wide}>
      <bdi>{message}</bdi>
    </p>
  ));
}
