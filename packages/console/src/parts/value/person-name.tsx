import { createContext, useContext, useMemo } from 'react';
import { useWords } from '../../words/language.ts';

/** The names of the people on a page, by subject. */
export const PersonNames = createContext<ReadonlyMap<string, string>>(new Map());

type People = readonly { readonly subject: string; readonly name: string }[];

/** Returns the same map while it has the same people. */
export function usePersonNames(people: People = []): ReadonlyMap<string, string> {
  const peopleText = JSON.stringify([...new Map(people.map(({ subject, name }) => [subject, name]))]);
  return useMemo(() => new Map(JSON.parse(peopleText)), [peopleText]);
}

/** How the gateway names its own screening among those who decide. */
const SCREENING = 'screening';

/** Shows who did something: a person by name, the screening by its title, a program by its caller id. */
export function PersonName({ by, subject }: { by: string; subject: string }) {
  const { t } = useWords();
  const name = useContext(PersonNames).get(by) ?? (by === SCREENING ? t('person.screening') : undefined);
  return (
    <>
      {name === undefined ? <bdi dir="ltr">{by}</bdi> : <bdi title={by}>{name}</bdi>}
      {by === subject && ` (${t('you')})`}
    </>
  );
}
