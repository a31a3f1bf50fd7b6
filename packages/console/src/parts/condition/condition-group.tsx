import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlusIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './condition.module.css';
import { type DraftNode, NEW_GROUP, NEW_TEST } from './condition-draft.ts';
import { ConditionNode, type NodeParts } from './condition-node.tsx';

interface GroupParts extends NodeParts {
  readonly group: DraftNode & { readonly form: 'all' | 'any' };
  /** What can be done with the whole of it. */
  readonly aside: ReactNode;
  readonly told: ReactNode;
}

/** Conditions of which all have to hold, or one. */
export function ConditionGroup({ group, aside, told, path, faults, isTried, onChange }: GroupParts) {
  const { t } = useWords();
  const { form, parts } = group;
  const put = (next: typeof parts) => onChange({ [form]: [...next] });
  return (
    <fieldset className={classes.group} data-node={path}>
      <legend className={classes.legend}>{t('condition.group')}</legend>
      <div className={classes.head}>
        <NativeSelect
          aria-label={t('condition.groupKind')}
          value={form}
          onChange={(event) => onChange({ [event.currentTarget.value]: [...parts] })}
        >
          <option value="all">{t('condition.all')}</option>
          <option value="any">{t('condition.any')}</option>
        </NativeSelect>
        {aside}
      </div>
      {parts.map((part, at) => (
        <ConditionNode
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are
          key={at}
          value={part}
          path={`${path}.${form}[${at}]`}
          faults={faults}
          isTried={isTried}
          onChange={(next) => put(parts.with(at, next))}
          onRemove={() => put(parts.toSpliced(at, 1))}
        />
      ))}
      {told}
      <div className={classes.more}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon aria-hidden />}
          onClick={() => put([...parts, NEW_TEST])}
        >
          {t('condition.addTest')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon aria-hidden />}
          onClick={() => put([...parts, NEW_GROUP])}
        >
          {t('condition.addGroup')}
        </Button>
      </div>
    </fieldset>
  );
}
