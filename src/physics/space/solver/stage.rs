//! The solver's part in a step: which contacts it sees to, and what becomes of the bodies.

use glam::DVec3;

use super::super::Space;
use super::super::touch::CROWD;
use super::{Mover, Problem, Settled, Task};

impl Space {
    /// Lets contacts and forces change the velocities of the bodies that touch something. The
    /// others keep theirs, and their acceleration.
    pub(in super::super) fn solve(&mut self) {
        let settings = &self.settings;
        let task = Task {
            step: settings.step,
            skin: settings.skin,
            slop: settings.slop(),
            hard: settings.skin - settings.target(),
            push_speed: settings.push_speed,
            keep: 1.4 * settings.target(),
            substeps: settings.substeps,
        };
        self.set_out();
        self.look_around();
        self.choose();
        let tools = &mut self.tools;
        self.report.contacts = tools.chosen.active.len();
        let problem = Problem {
            movers: &tools.movers,
            chosen: &tools.chosen,
            velocities: &tools.closing,
            task: &task,
        };
        let solver = &mut tools.solver;
        solver.solve(&problem, &mut self.pairs.contacts);
        for (index, (body, flight)) in self.bodies.iter_mut().zip(&mut self.flights).enumerate() {
            if !flight.touching || flight.fixed || !body.is_dynamic() {
                continue;
            }
            let Settled {
                velocity,
                turning,
                push,
            } = tools.solver.settled(&tools.movers[index], index, &task);
            body.velocity += velocity;
            body.angular_momentum += body.inertia.times(body.rotation, turning);
            flight.acceleration = DVec3::ZERO;
            flight.gain = body.kinetic_energy() - flight.energy;
            flight.direct = true;
            flight.push = push;
        }
    }

    /// Notes how all bodies move.
    fn set_out(&mut self) {
        let movers = &mut self.tools.movers;
        movers.clear();
        for (body, flight) in self.bodies.iter().zip(&self.flights) {
            let mut mover = if flight.fixed && body.is_dynamic() {
                Mover::resting(body.center)
            } else {
                Mover::new(body)
            };
            mover.acceleration = flight.acceleration;
            movers.push(mover);
        }
    }

    /// Finds out how fast contacts close, and how many bodies each body has around it.
    fn look_around(&mut self) {
        let settings = &self.settings;
        let (step, margin, skin) = (settings.step, settings.margin(), settings.skin);
        let closing = &mut self.tools.closing;
        closing.clear();
        closing.resize(self.pairs.contacts.len(), DVec3::ZERO);
        for near in &self.pairs.pairs {
            let (a, b) = (near.pair.a as usize, near.pair.b as usize);
            if near.count == 0 || (self.flights[a].fixed && self.flights[b].fixed) {
                continue;
            }
            let (ma, mb) = (&self.tools.movers[a], &self.tools.movers[b]);
            let mut close = false;
            let contacts = &self.pairs.contacts[near.range()];
            for (contact, velocity) in contacts.iter().zip(&mut closing[near.range()]) {
                *velocity = mb.velocity_at(contact.point) - ma.velocity_at(contact.point);
                let closing = -contact.normal.dot(*velocity);
                close |= contact.distance <= margin.max(skin + closing * step);
            }
            if close && self.bodies[a].is_dynamic() && self.bodies[b].is_dynamic() {
                self.flights[a].company += 1;
                self.flights[b].company += 1;
            }
        }
    }

    /// Says which contacts the solver is to see to.
    fn choose(&mut self) {
        let settings = &self.settings;
        let (step, margin, skin) = (settings.step, settings.margin(), settings.skin);
        let (rest_speed, target) = (settings.rest_speed, settings.target());
        let chosen = &mut self.tools.chosen;
        chosen.clear();
        for near in &self.pairs.pairs {
            let range = near.range();
            let bodies = [near.pair.a, near.pair.b];
            let [a, b] = bodies.map(|i| i as usize);
            let contacts = &mut self.pairs.contacts[range.clone()];
            if range.is_empty() || (self.flights[a].fixed && self.flights[b].fixed) {
                contacts.iter_mut().for_each(|c| c.active = false);
                continue;
            }
            // In a crowd, blows at close quarters are everywhere at once: all together are the
            // solver's, too.
            let crowded = self.flights[a].company.max(self.flights[b].company) >= CROWD;
            let (mut touching, mut bounces) = (false, false);
            let closing = &self.tools.closing[range.clone()];
            for ((index, contact), velocity) in range.zip(contacts).zip(closing) {
                let closing = -contact.normal.dot(*velocity);
                // What closes fast is an impact: the sweep finds its time, unless it is too late.
                let slow = closing <= rest_speed || contact.distance <= target;
                let reach = if crowded { skin + closing * step } else { 0.0 };
                let near = contact.distance <= margin.max(reach);
                contact.active = (slow || crowded) && near;
                if !contact.active {
                    // What held the bodies apart there no longer does.
                    (contact.push, contact.rub, contact.roll) = (0.0, DVec3::ZERO, DVec3::ZERO);
                    continue;
                }
                touching = true;
                contact.bounce = if closing > rest_speed {
                    closing * f64::from(contact.material.restitution)
                } else {
                    0.0
                };
                bounces |= contact.bounce > 0.0;
                chosen.rolls |= contact.material.rolling > 0.0;
                chosen.active.push(index as u32);
            }
            if touching {
                chosen.end_pair(bodies, bounces);
                for (one, other) in [(a, b), (b, a)] {
                    let grounded = !self.tools.movers[other].gives();
                    self.flights[one].touching = true;
                    self.flights[one].grounded |= grounded;
                }
            }
        }
    }
}
