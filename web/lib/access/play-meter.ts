/** What a player shows at one instant. */
export type PlayInstant = {
  /** Where it stands, in seconds. */
  second: number;
  playing: boolean;
  /** 2 for twice as fast. */
  speed: number;
  /** Whether somebody can be watching: a hidden window shows nobody a video. */
  watched: boolean;
};

export type Stretch = { positionMs: number; seconds: number };

/** Shorter ones are a slip of the hand. */
const shortest = 1;
/** A long one is told in pieces, so that little is lost with a crash. */
const longest = 300;
/** How far a player may run ahead of the clock between two looks before it must have jumped. */
const slack = 0.75;

/**
 * Measures how much of something is really played. A stretch runs from a start or a jump to the next pause, jump or end;
 * it never has more seconds than went by, nor more than were played.
 */
export function createPlayMeter(now: () => number, tell: (stretch: Stretch) => void) {
  let last: (PlayInstant & { at: number }) | null = null;
  let played = 0;
  let end = 0;

  const close = () => {
    if (played >= shortest) {
      tell({ positionMs: Math.round(end * 1000), seconds: Math.round(played * 10) / 10 });
    }
    played = 0;
  };

  return {
    /** Tells what the player shows now: often while it plays, and whenever it changes. */
    look(instant: PlayInstant): void {
      const at = now() / 1000;
      if (last?.playing && last.watched) {
        const passed = Math.max(0, at - last.at);
        const moved = instant.second - last.second;
        const jumped = moved < 0 || moved > passed * Math.max(last.speed, instant.speed) + slack;
        if (jumped) close();
        else {
          played += Math.min(passed, moved);
          end = instant.second;
        }
      }
      if (played >= longest || !instant.playing || !instant.watched) close();
      last = { ...instant, at };
    },
    /** What was played so far is told, and playing may go on. */
    close,
  };
}
