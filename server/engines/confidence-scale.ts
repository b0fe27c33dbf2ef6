/**
 * How sure an engine is of a word goes from 0 to 1, and below this it is worth a look. Every engine brings its own figures
 * to this scale by its own calibration, so that one threshold marks about as many words of each.
 */
export const doubtfulBelow = 0.7;
