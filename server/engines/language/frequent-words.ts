type Traits = {
  /** Small words that running text can't do without. */
  small: ReadonlySet<string>;
  /** Letters that the other languages here do not have. */
  letters: RegExp;
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const frequentWords: Readonly<Record<string, Traits>> = {
  en: {
    small: words(
      'the of and to in is that it was for on are as with his they at be this have from or had by not but what all were we when your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into time has look two more go see no way could my than been who its now find long down did get come made may over such our only also after between because where through those us me you i he',
    ),
    letters: /$^/,
  },
  de: {
    small: words(
      'der die und das den dem des ein eine einer eines einem einen ist sind war nicht mit von zu auf für im sich auch es an werden aus er hat dass sie nach wird bei noch wie einem über so zum kann wenn oder nur aber vor zur bis mehr durch man sein wurde sehr ich wir ihr haben als unter diese dieser',
    ),
    letters: /[äöß]/,
  },
  fr: {
    small: words(
      'le la les de des du un une et est en que qui dans pour pas au aux sur avec ce cette il elle ne se son sa ses par plus ont sont mais comme ou nous vous leur être fait tout même aussi où été était je on y très sans entre ces deux',
    ),
    letters: /[çèêëîïôûœ]/,
  },
  es: {
    small: words(
      'el la los las de del y en que un una es por con no se su para al lo como más pero sus le ya este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno ni contra otros ese eso ante ellos son fue era está ha',
    ),
    letters: /[ñáíóú]/,
  },
};
