// Keys that are single letters can be turned off (WCAG 2.1.4); the choice stays in this browser.

const NAME = "board letters";

export const hasLetters = () => window.localStorage.getItem(NAME) !== "off";
export const setLetters = (on) => window.localStorage.setItem(NAME, on ? "on" : "off");
