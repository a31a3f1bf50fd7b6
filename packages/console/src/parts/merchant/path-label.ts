import { useWords } from '../../words/language.ts';
import { fieldNameWord } from './field-words.ts';

/** The label of a field. A name that the interface does not have stays as it is. */
export function useFieldLabel(): (name: string) => string {
  const { t } = useWords();
  return (name) => {
    const word = fieldNameWord(name);
    return word === undefined ? name : t(word);
  };
}

/** The labels along a path such as `terminals[0].fees[1].feeValue`, with the number of each entry. */
export function usePathLabel(): (path: string) => string {
  const { locale } = useWords();
  const label = useFieldLabel();
  const figure = new Intl.NumberFormat(locale);
  return (path) =>
    path
      .split('.')
      .map((step) => {
        const [, name = step, place] = /^(.*)\[(\d+)\]$/.exec(step) ?? [];
        return place === undefined ? label(name) : `${label(name)} ${figure.format(Number(place) + 1)}`;
      })
      .join(' › ');
}
