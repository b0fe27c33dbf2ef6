import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';

/** The only lecture with a full transcript; the other recordings are mostly noise. */
export const spokenLecture = 'Cell biology 04: energy and the mitochondria';

/** Its spoken text; words between underscores are those the engine is unsure of. */
const said = `Good morning, and welcome to the fourth lecture on the cell.
Today we follow the energy: from the sugar that you eat to the fuel that every cell can spend.
The place where most of it happens is the mitochondrion.
You know the picture from school: a small bean with a folded skin inside.
Those folds are called _cristae_, and they are the reason why it works at all.
More folds mean more membrane, and more membrane carries more enzymes.
Let us begin where the last lecture ended, with _pyruvate_.
It crosses both membranes and is cut down, step by step, until only carbon dioxide is left.
What we keep are electrons, carried by a molecule with the unhandy name _NADH_.
These electrons are handed from one protein to the next, as buckets are at a fire.
At every hand-over a little energy is set free.
The proteins use it to push protons out, into the narrow space between the membranes.
So a gradient builds up, like water behind a dam.
Peter _Mitchell_ said so in 1961, and for ten years hardly anybody believed him.
Now comes the part that I like best.
The protons flow back through a small turbine called _ATP_ synthase.
It really turns, about a hundred times a second, and you can watch it under a microscope.
With every turn three molecules of ATP are made.
The gradient drives a small turbine, and that turbine makes the fuel.
Nothing else in nature comes closer to an electric motor.
How much is it in a day? About as much as you weigh.
A resting body turns over some fifty kilograms of ATP between breakfast and bed.
We do not carry that much with us, so each molecule is used more than a thousand times.
What happens when the dam leaks?
Some animals do it on purpose: brown fat burns without making fuel, and keeps a newborn warm.
The protein that opens the leak is called _thermogenin_.
There are poisons which do the same, and they were once sold as pills to lose weight.
Please do not try that.
Cyanide works at the other end: it stops the last hand-over of electrons.
Then nothing moves, and the cell is out of fuel within seconds.
Let us look at the _micrograph_ again.
You can count the folds yourself; a heart cell has many, a skin cell has few.
So you can read from the picture how hard a cell works.
For next week, please read chapter nine, and draw the whole chain once by hand.
Thank you, and see you on Thursday.`.split('\n');

const wordMs = 310;
const pauseMs = 700;
/** Speech doesn't start right away. */
const beginMs = 2_400;

/** A transcript as the engine would produce it, with a time for every word. */
export function campusTranscript(): ReadingPart[] {
  let at = beginMs;
  const lines = said.map((sentence): ReadingLine => {
    const startMs = at;
    const words = sentence.split(' ').map((given, index) => {
      const startsAt = at;
      at += wordMs + given.length * 12;
      const doubtful = given.includes('_');
      const confidence = doubtful ? 0.41 : 0.93 + (index % 5) / 100;
      return { text: given.replaceAll('_', ''), confidence, startMs: startsAt, endMs: at - 20 };
    });
    const endMs = at - 20;
    at += pauseMs;
    return { text: words.map(({ text }) => text).join(' '), confidence: 0.92, startMs, endMs, words };
  });
  return [{ number: 1, width: null, height: null, rotation: null, lines }];
}
