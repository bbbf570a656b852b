import { CITIES } from '#shared/business/cities.ts';
import { Checkbox, RadioCard, RadioChip } from '../components/fields/choice.tsx';
import { ErrorSummary } from '../components/fields/error-summary.tsx';
import { Fieldset } from '../components/fields/fieldset.tsx';
import { SelectField } from '../components/fields/select-field.tsx';
import { TextArea, TextField } from '../components/fields/text-field.tsx';
import { Specimen, Specimens } from './specimen.tsx';

/** Form fields. */
export function Answers() {
  return (
    <>
      <Specimens title="Text field">
        <Specimen state="Empty, with a hint">
          <TextField name="empty" label="Email" hint="The confirmation goes here." type="email" />
        </Specimen>
        <Specimen state="Filled">
          <TextField name="filled" label="Name" defaultValue="Ann Lee" />
        </Specimen>
        <Specimen state="Wrong: the message takes the hint's place">
          <TextField
            name="wrong"
            label="Phone"
            hint="For the day of the visit."
            defaultValue="555"
            error="Enter the whole phone number, with the area code."
          />
        </Specimen>
        <Specimen state="Optional">
          <TextField name="optional" label="Company" optional />
        </Specimen>
        <Specimen state="Disabled">
          <TextField name="disabled" label="Email" defaultValue="ann@example.com" disabled />
        </Specimen>
        <Specimen state="Several lines">
          <TextArea name="lines" label="Notes" hint="Sizes, brands, what broke." rows={3} optional />
        </Specimen>
      </Specimens>
      <Specimens title="Select">
        <Specimen state="Nothing chosen">
          <SelectField name="city" label="City" options={CITIES} prompt="Choose a city" />
        </Specimen>
        <Specimen state="Chosen">
          <SelectField name="chosen-city" label="City" options={CITIES} prompt="Choose a city" defaultValue="Ojai" />
        </Specimen>
        <Specimen state="Wrong">
          <SelectField
            name="no-city"
            label="City"
            options={CITIES}
            prompt="Choose a city"
            error="Choose the city of the visit."
          />
        </Specimen>
      </Specimens>
      <Specimens title="Radio card">
        <Specimen state="One chosen, one not, one that cannot be">
          <Fieldset name="card" label="How long?" hint="Not sure? Take the full day.">
            <div className="flex flex-col gap-3">
              <RadioCard name="card" value="half" defaultChecked>
                Half day
              </RadioCard>
              <RadioCard name="card" value="full">
                Full day
              </RadioCard>
              <RadioCard name="card" value="night" disabled>
                Night
              </RadioCard>
            </div>
          </Fieldset>
        </Specimen>
        <Specimen state="Wrong">
          <Fieldset name="wrong-card" label="How long?" error="Choose how long the visit is.">
            <RadioCard name="wrong-card" value="half">
              Half day
            </RadioCard>
          </Fieldset>
        </Specimen>
        <Specimen state="As chips">
          <Fieldset name="chip" label="Which half?">
            <div className="grid grid-cols-2 gap-2">
              <RadioChip name="chip" value="am" defaultChecked>
                Morning
              </RadioChip>
              <RadioChip name="chip" value="pm">
                Afternoon
              </RadioChip>
            </div>
          </Fieldset>
        </Specimen>
      </Specimens>
      <Specimens title="Checkbox">
        <Specimen state="Ticked, not ticked, disabled">
          <Checkbox name="task" value="tv" defaultChecked>
            TV Mounting
          </Checkbox>
          <Checkbox name="task" value="shelf">
            Curtains &amp; Shelving
          </Checkbox>
          <Checkbox name="task" value="none" disabled>
            Not offered
          </Checkbox>
        </Specimen>
        <Specimen state="What keeps a form from going through">
          <ErrorSummary
            errors={[
              { name: 'wrong', message: 'Enter the whole phone number, with the area code.' },
              { name: 'no-city', message: 'Choose the city of the visit.' },
            ]}
          />
        </Specimen>
      </Specimens>
    </>
  );
}
