/** The settings of this device. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { NameField } from "../parts/namefield.js";
import { Segments, Switch } from "../parts/segments.js";
import { changeSettings, LANGUAGES, settings } from "../settings.js";
import { buzz, canBuzz, playSound } from "../sound.js";

/** @typedef {import("../types.js").Settings} Settings */

/**
 * Choices with their labels from the catalogue.
 * @param {string} key
 * @param {string[]} values
 */
function labelled(key, values) {
  return values.map((value) => ({ value, label: say(`${key}.${value}`) }));
}

/** The form with all settings, also shown at a table. */
export function SettingsForm() {
  const now = settings.value;
  return html`<div class="settings">
    <${Segments}
      label=${say("settings.language")}
      value=${now.language}
      choices=${Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      choose=${(/** @type {string} */ language) => changeSettings({ language })}
    />
    <${Segments} label=${say("settings.colours")} value=${now.colours} choices=${labelled("colours", ["system", "light", "dark"])} choose=${(/** @type {Settings["colours"]} */ colours) => changeSettings({ colours })} />
    <${Segments} label=${say("settings.motion")} value=${now.motion} choices=${labelled("motion", ["system", "full", "reduced"])} choose=${(/** @type {Settings["motion"]} */ motion) => changeSettings({ motion })} />
    <${Segments} label=${say("speed.label")} value=${now.botSpeed} choices=${labelled("speed", ["slow", "normal", "quick"])} choose=${(/** @type {Settings["botSpeed"]} */ botSpeed) => changeSettings({ botSpeed })} />
    <${Switch}
      label=${say("settings.sound")}
      hint=${say("settings.sound-hint")}
      value=${now.sound}
      choose=${(/** @type {boolean} */ on) => {
        changeSettings({ sound: on });
        playSound("turn");
      }}
    />
    ${canBuzz &&
    html`<${Switch}
      label=${say("settings.buzz")}
      hint=${say("settings.buzz-hint")}
      value=${now.buzz}
      choose=${(/** @type {boolean} */ on) => {
        changeSettings({ buzz: on });
        buzz();
      }}
    />`}
    <${Switch} label=${say("settings.patterns")} hint=${say("settings.patterns-hint")} value=${now.patterns} choose=${(/** @type {boolean} */ patterns) => changeSettings({ patterns })} />
    <${Switch} label=${say("settings.contrast")} hint=${say("settings.contrast-hint")} value=${now.contrast} choose=${(/** @type {boolean} */ contrast) => changeSettings({ contrast })} />
  </div>`;
}

/** The settings on a page of their own. */
export function SettingsScreen() {
  return html`<main id="main" class="narrow">
    <h1>${say("settings.title")}</h1>
    <p class="lead">${say("settings.lead")}</p>
    <${NameField} />
    <${SettingsForm} />
    <p class="buttons"><a class="button" href="/">${say("gone.shelf")}</a></p>
  </main>`;
}
