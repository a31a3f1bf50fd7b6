import { useWords } from '../../words/language.ts';
import { categoryName } from './category-names.ts';

/** A merchant category: its code with its name. */
export function Category({ code }: { code: string }) {
  const { language } = useWords();
  return (
    <>
      <bdi dir="ltr">{code}</bdi> {categoryName(code, language)}
    </>
  );
}
