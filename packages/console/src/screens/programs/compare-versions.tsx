import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { ProgramDifferences } from './program-difference.tsx';
import { definitionDifferences } from './program-draft.ts';
import type { VersionWithDifferences } from './program-queries.ts';
import classes from './programs.module.css';

/** Compares any two versions. The address holds which ones. */
export function CompareVersions({ versions }: { versions: readonly VersionWithDifferences[] }) {
  const { t } = useWords();
  const search = useSearch({ from: '/programs/$productCode' });
  const navigate = useNavigate({ from: '/programs/$productCode' });
  const chosen = (name: string | undefined, usual: number) =>
    versions.find(({ version }) => String(version) === name) ?? versions[usual];
  const [before, after] = [chosen(search.one, versions.length - 1), chosen(search.other, 0)];
  if (before === undefined || after === undefined) return null;
  const choose = (name: 'one' | 'other', version: string) =>
    void navigate({ search: { ...search, [name]: version }, replace: true, resetScroll: false });
  return (
    <>
      <div className={classes.inputs}>
        {(
          [
            ['one', before, 'program.compareOne'],
            ['other', after, 'program.compareOther'],
          ] as const
        ).map(([name, of, word]) => (
          <NativeSelect
            key={name}
            label={t(word)}
            value={of.version}
            onChange={(event) => choose(name, event.currentTarget.value)}
          >
            {versions.map(({ version }) => (
              <option key={version} value={version}>
                {t('programs.version', { version })}
              </option>
            ))}
          </NativeSelect>
        ))}
      </div>
      <ProgramDifferences of={definitionDifferences(before, after)} />
    </>
  );
}
